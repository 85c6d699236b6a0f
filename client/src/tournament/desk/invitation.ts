/** An invitation: the link that a QR code has, wherever it was copied from, or a code that is typed. */

const TOURNAMENT_LETTERS = 4;
const ROLE_LETTERS = 12;

/** Return a code as it is typed, with or without gaps; null for what is too short or too long for one. */
export function readCode(text: string): string | null {
  const plain = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z0-9]+$/.test(plain) && (plain.length === TOURNAMENT_LETTERS || plain.length === ROLE_LETTERS)
    ? plain
    : null;
}

/** Write a code in parts of four letters, as it is read out and typed. */
export function inFours(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? "";
}

/** Return where a link to a tournament leads on this server, also one of an earlier version, with its code; null for what is none. */
export function invitation(text: string): string | null {
  const found =
    /\/?(?:tournaments|events)\/([A-Za-z0-9_-]{6,64})(?:\/[a-z/]*)?(?:\?code=([A-Za-z0-9]{1,20}))?\s*$/.exec(
      text.trim(),
    );
  if (!found || found[1] === "new") return null;
  return found[2] ? `/tournaments/${found[1]}/me?code=${found[2]}` : `/tournaments/${found[1]}`;
}
