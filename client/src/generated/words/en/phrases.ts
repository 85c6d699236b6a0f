/** What players can say: the codes of service/live/phrases.py. Made of words/en/phrases.json: edit that, then run `make docs`. */
export const phrases = {
  "phrase.hello": "Hello!",
  "phrase.good-luck": "Good luck!",
  "phrase.nice-move": "Nice move!",
  "phrase.well-played": "Well played!",
  "phrase.thank-you": "Thank you!",
  "phrase.sorry": "Sorry!",
  "phrase.oops": "Oops!",
  "phrase.one-moment": "One moment, please",
  "phrase.back-again": "I am back",
  "phrase.hurry-up": "Whenever you are ready…",
  "phrase.good-game": "Good game!",
  "phrase.rematch": "Another one?",
  "phrase.smile": "Smile",
  "phrase.wow": "Wow!",
  "phrase.thinking": "Hm, let me think…",
  "phrase.applause": "Applause",
} as const;
