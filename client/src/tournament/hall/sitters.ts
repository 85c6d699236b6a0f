/** Who plays under a player's number: the player, or from some round on a substitute. */

import type { EntryInfo, PlayerState, TournamentView } from "../../generated/protocol";

/** Return whose card plays in a round; without a round, whose plays now or next. */
export function cardIn(player: PlayerState, round?: number): string {
  if (round === undefined) return player.card;
  return player.substitutes.reduce((card, [since, next]) => (round >= since ? next : card), player.id);
}

/** Return what staff call a card: namesakes are told apart; the number where the name was erased. */
export function cardName(view: TournamentView | null, card: string): string {
  return view?.names[card] ?? card;
}

/** Return what staff call whoever plays under a number, in a round or now. */
export function nameOf(view: TournamentView | null, player: string, round?: number): string {
  const known = view?.players.find((each) => each.id === player);
  return cardName(view, known ? cardIn(known, round) : player);
}

/** Return how players are called in an entry of the log: by whoever played when it was written. */
export function namesThen(view: TournamentView | null, { cards }: EntryInfo): (player: string) => string {
  return (player) => cardName(view, cards[player] ?? player);
}
