/** Oneself: a guest with a token that this browser keeps, a name and an avatar. */

import type { Guest } from "../generated/protocol";
import { Api, arrive, type TokenSource } from "./api";
import { forget, keep, kept } from "../browser/storage";

type Known = { readonly name: string; readonly avatar: string; readonly person: string };

class Person implements TokenSource {
  /** Who one is, once that is known. */
  known = $state.raw<Known | null>(kept<Guest | null>("guest", null));
  private arriving: Promise<string> | null = null;

  /** Return the token; who has none comes in as a guest. */
  get(): Promise<string> {
    const guest = kept<Guest | null>("guest", null);
    if (guest) return Promise.resolve(guest.token);
    this.arriving ??= this.arrive().finally(() => {
      this.arriving = null;
    });
    return this.arriving;
  }

  /** The server does not know this token any more: come in as a new guest, unless another tab has done so already. */
  async renew(unknown: string): Promise<string> {
    if (kept<Guest | null>("guest", null)?.token === unknown) forget("guest");
    return this.get();
  }

  /** Take over another name or avatar. */
  note(change: Partial<Known>): void {
    const guest = kept<Guest | null>("guest", null);
    if (guest) {
      keep("guest", { ...guest, ...change });
      this.known = { ...guest, ...change };
    }
  }

  /** Be somebody who came over from another device. */
  become(guest: Guest): void {
    keep("guest", guest);
    this.known = guest;
  }

  /** Forget who one was. */
  forget(): void {
    forget("guest");
    this.known = null;
  }

  /** Only one tab at a time asks for a guest, so that two tabs are one person. */
  private async arrive(): Promise<string> {
    const once = async (): Promise<string> => {
      const there = kept<Guest | null>("guest", null);
      const guest = there ?? (await arrive());
      if (!there) keep("guest", guest);
      this.known = guest;
      return guest.token;
    };
    return typeof navigator !== "undefined" && navigator.locks
      ? navigator.locks.request("tilemeld.guest", once)
      : once();
  }
}

export const person = new Person();
export const api = new Api(person);
