/** An invitation: the link that a QR code has, wherever it was copied from. */

/** Return where a link to an event leads on this server, with its code; null for what is none. */
export function invitation(text: string): string | null {
  const found = /\/?events\/([A-Za-z0-9_-]{6,64})(?:\/[a-z/]*)?(?:\?code=([A-Za-z0-9]{1,20}))?\s*$/.exec(text.trim());
  if (!found || found[1] === "new") return null;
  return found[2] ? `/events/${found[1]}/me?code=${found[2]}` : `/events/${found[1]}`;
}
