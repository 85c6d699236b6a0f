/** The matches that this browser keeps, and the one on the table. Damaged ones are said and never written over. */

import { forget, keep, kept, keepText, keptTexts } from "../browser/storage";
import { after, type Book, canRedo, canUndo, type Damage, matchOf, read, redo, undo, write } from "./book";
import { type Match, NOTHING, type ScoreSheet, scoreSheetOf, type Change } from "./match";

const MATCHES = "companion.match.";
const CURRENT = "companion.current";
/** What is kept beside a match, and goes with it: its clock, and a score that is being entered. */
const BESIDE = ["clock", "entry"] as const;
type Beside = (typeof BESIDE)[number];

export type Spoilt = { readonly id: string; readonly text: string; readonly damage: Damage };

export class Shelf {
  books = $state.raw<readonly Book[]>([]);
  spoilt = $state.raw<readonly Spoilt[]>([]);
  /** False once this browser would not keep what was written. */
  keeps = $state(true);
  private id = $state<string | null>(null);

  constructor() {
    this.look();
    this.id = kept<string | null>(CURRENT, null);
    window.addEventListener("storage", (event) => {
      if (event.key === null || event.key.startsWith(`tilemeld.${MATCHES}`)) this.look();
    });
  }

  get book(): Book | null {
    return this.books.find((book) => book.id === this.id) ?? null;
  }

  readonly match: Match = $derived(this.book ? matchOf(this.book) : NOTHING);
  readonly sheet: ScoreSheet = $derived(scoreSheetOf(this.match));

  get canUndo(): boolean {
    return this.book !== null && canUndo(this.book);
  }

  get canRedo(): boolean {
    return this.book !== null && canRedo(this.book);
  }

  /** Begin a match and put it on the table. */
  begin(step: Change): Book {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    return this.add({ id, begun: Date.now(), steps: [step], at: 1 });
  }

  /** Take in a match from a file, as a new one if it is here already and differs; returns what is wrong with it. */
  take(text: string): Damage | null {
    const found = read(text);
    if (typeof found === "string") return found;
    const same = this.books.find((book) => book.id === found.id);
    if (same && write(same) === write(found)) this.open(found.id);
    else
      this.add(
        same || this.spoilt.some((each) => each.id === found.id)
          ? { ...found, id: `${found.id.slice(0, 30)}-${Date.now().toString(36)}` }
          : found,
      );
    return null;
  }

  open(id: string): void {
    this.id = id;
    keep(CURRENT, id);
  }

  do(step: Change): void {
    if (this.book) this.put(after(this.book, step));
  }

  undo(): void {
    if (this.book) this.put(undo(this.book));
  }

  redo(): void {
    if (this.book) this.put(redo(this.book));
  }

  remove(id: string): void {
    forget(MATCHES + id);
    for (const part of BESIDE) forget(`companion.${part}.${id}`);
    this.look();
  }

  beside<Value>(part: Beside, fallback: Value): Value {
    return this.id === null ? fallback : kept<Value>(`companion.${part}.${this.id}`, fallback);
  }

  keepBeside(part: Beside, value: unknown): void {
    if (this.id !== null) keep(`companion.${part}.${this.id}`, value);
  }

  private add(book: Book): Book {
    this.books = [book, ...this.books];
    this.open(book.id);
    this.put(book);
    return book;
  }

  private put(book: Book): void {
    this.books = this.books.map((each) => (each.id === book.id ? book : each));
    this.keeps = keepText(MATCHES + book.id, write(book));
  }

  private look(): void {
    const books: Book[] = [];
    const spoilt: Spoilt[] = [];
    for (const [id, text] of keptTexts(MATCHES)) {
      const found = read(text);
      if (typeof found === "string") spoilt.push({ id, text, damage: found });
      else if (found.id === id) books.push(found);
      else spoilt.push({ id, text, damage: "damaged" });
    }
    this.books = books.sort((one, other) => other.begun - one.begun);
    this.spoilt = spoilt;
  }
}

export const shelf = new Shelf();
