/** The server's dictionary (W8), asked once for each word; what it said is remembered while the page lives. */

import type { Answer, Known } from "../board/letters";
import * as operations from "../generated/operations";
import type { WordInfo } from "../generated/protocol";
import { ask } from "./api";

export type Ask = (word: string, theme: string | null) => Promise<WordInfo>;

const lookUp: Ask = (word, theme) =>
  theme === null ? ask(operations.lookUp, { word }) : ask(operations.lookUpInTheme, { theme, word });

const GOOD: Answer = { valid: true, reasons: [] };

export class Dictionary implements Known {
  edition = 0;
  readonly #said = new Map<string, Answer>();
  /** Words that could not be asked about: the server will say when the turn is confirmed. */
  readonly #unsure = new Set<string>();
  readonly #asked = new Map<string, Promise<Answer | null>>();
  #listener: () => void = () => undefined;
  #theme: string | null = null;
  #family = false;

  constructor(private readonly ask: Ask = lookUp) {}

  /** Hear when something new is known; returns how to stop. */
  onAnswer(listener: () => void): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = () => undefined;
    };
  }

  /** Play by a theme's list from now on (W16), or by the dictionary, with or without vulgar words: what was known is forgotten. */
  playBy(theme: string | null, family = false): void {
    if (theme === this.#theme && family === this.#family) return;
    this.#theme = theme;
    this.#family = family;
    this.#said.clear();
    this.#unsure.clear();
    this.#asked.clear();
    this.edition += 1;
  }

  answer(word: string): Answer | null {
    return this.#said.get(word) ?? (this.#unsure.has(word) ? GOOD : null);
  }

  /** Words that lie on the table were judged when they were laid. */
  trust(words: Iterable<string>): void {
    for (const word of words) {
      if (this.#said.get(word)?.valid) continue;
      this.#said.set(word, GOOD);
      this.edition += 1;
    }
  }

  /** Ask about words that nobody has asked about yet. */
  want(words: Iterable<string>): void {
    for (const word of words) if (!this.answer(word)) void this.find(word);
  }

  /** Look one word up; null when the server cannot be reached. */
  find(word: string): Promise<Answer | null> {
    const known = this.#said.get(word);
    if (known) return Promise.resolve(known);
    const running = this.#asked.get(word);
    if (running) return running;
    const asked = this.#find(word);
    this.#asked.set(word, asked);
    return asked;
  }

  /** Some tables want family words only. */
  #judged({ word, valid, reasons, vulgar }: WordInfo): Answer {
    return valid && vulgar && this.#family
      ? { valid: false, reasons: [{ code: "word/not-family", params: { word } }] }
      : { valid, reasons };
  }

  async #find(word: string): Promise<Answer | null> {
    const theme = this.#theme;
    try {
      const { valid, reasons } = this.#judged(await this.ask(word, theme));
      if (theme !== this.#theme) return null; // asked for another table
      this.#said.set(word, { valid, reasons });
      this.#unsure.delete(word);
      return { valid, reasons };
    } catch {
      if (theme === this.#theme) this.#unsure.add(word);
      return null;
    } finally {
      if (theme === this.#theme) this.#asked.delete(word);
      this.edition += 1;
      this.#listener();
    }
  }
}

/** One for the page: only a theme makes a difference from table to table. */
export const dictionary = new Dictionary();
