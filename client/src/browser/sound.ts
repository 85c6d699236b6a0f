/** Sounds: short, soft, made on the spot by WebAudio; nothing is loaded. One switch turns them all off. */

export type Sound =
  | "lift"
  | "lay"
  | "theirs"
  | "drawn"
  | "won"
  | "complete"
  | "turn"
  | "hurry"
  | "up"
  | "minute"
  | "gong"
  | "pass";

type Note = {
  readonly at: number;
  readonly pitch: number;
  readonly long: number;
  readonly loud: number;
  readonly wave: OscillatorType;
};

const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  lift: [{ at: 0, pitch: 1250, long: 0.03, loud: 0.05, wave: "triangle" }],
  lay: [
    { at: 0, pitch: 520, long: 0.05, loud: 0.12, wave: "triangle" },
    { at: 0.004, pitch: 1900, long: 0.018, loud: 0.06, wave: "square" },
  ],
  // Somebody else's tile: lower and softer than one's own.
  theirs: [
    { at: 0, pitch: 392, long: 0.06, loud: 0.07, wave: "triangle" },
    { at: 0.003, pitch: 1400, long: 0.014, loud: 0.025, wave: "square" },
  ],
  drawn: [
    { at: 0, pitch: 620, long: 0.05, loud: 0.06, wave: "triangle" },
    { at: 0.07, pitch: 780, long: 0.08, loud: 0.06, wave: "sine" },
  ],
  won: [
    { at: 0, pitch: 523, long: 0.16, loud: 0.12, wave: "sine" },
    { at: 0.12, pitch: 659, long: 0.16, loud: 0.12, wave: "sine" },
    { at: 0.24, pitch: 784, long: 0.2, loud: 0.12, wave: "sine" },
    { at: 0.38, pitch: 1047, long: 0.6, loud: 0.14, wave: "sine" },
    { at: 0.38, pitch: 659, long: 0.6, loud: 0.07, wave: "triangle" },
  ],
  complete: [
    { at: 0, pitch: 659, long: 0.12, loud: 0.09, wave: "sine" },
    { at: 0.08, pitch: 880, long: 0.2, loud: 0.09, wave: "sine" },
  ],
  turn: [
    { at: 0, pitch: 523, long: 0.16, loud: 0.12, wave: "sine" },
    { at: 0.12, pitch: 659, long: 0.16, loud: 0.12, wave: "sine" },
    { at: 0.24, pitch: 784, long: 0.3, loud: 0.12, wave: "sine" },
  ],
  hurry: [{ at: 0, pitch: 740, long: 0.07, loud: 0.09, wave: "sine" }],
  up: [
    { at: 0, pitch: 440, long: 0.25, loud: 0.3, wave: "triangle" },
    { at: 0.3, pitch: 440, long: 0.5, loud: 0.3, wave: "triangle" },
  ],
  // For a hall: loud, long, and told apart from each other.
  minute: [
    { at: 0, pitch: 784, long: 0.6, loud: 0.5, wave: "triangle" },
    { at: 0.7, pitch: 784, long: 0.9, loud: 0.5, wave: "triangle" },
  ],
  gong: [0, 1.6, 3.2].flatMap((at) => [
    { at, pitch: 196, long: 1.5, loud: 0.7, wave: "triangle" as const },
    { at, pitch: 294, long: 1.2, loud: 0.4, wave: "sine" as const },
    { at, pitch: 523, long: 0.7, loud: 0.25, wave: "sine" as const },
  ]),
  pass: [
    { at: 0, pitch: 440, long: 0.06, loud: 0.12, wave: "sine" },
    { at: 0.05, pitch: 587, long: 0.1, loud: 0.1, wave: "sine" },
  ],
};

let context: AudioContext | null = null;
/** How many tones have not ended yet: after the last one the device's sound is let go, which spares batteries. */
let sounding = 0;

/** Plays a sound; before the first touch of the page browsers stay silent, and that is fine. */
export function play(sound: Sound): void {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined); // also one that is just being let go
    for (const note of NOTES[sound]) strike(context, note);
  } catch {
    // a device without sound plays on in silence
  }
}

function strike(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = note.wave;
  tone.frequency.setValueAtTime(note.pitch, start);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(note.loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.long);
  tone.connect(volume).connect(audio.destination);
  tone.onended = (): void => ended(audio);
  sounding += 1;
  tone.start(start);
  tone.stop(start + note.long + 0.02);
}

function ended(audio: AudioContext): void {
  sounding -= 1;
  if (sounding === 0) void audio.suspend().catch(() => undefined);
}
