/** What seats are called: people by name, bots by character, several players of one device by names kept here. */

import { keep, kept } from "../browser/storage";
import { AVATAR_MOTIFS, BOTS, CHARACTER_BY_LEVEL, CHARACTERS } from "../generated/constants";
import type { PlaceInfo, SeatInfo, TableInfo } from "../generated/protocol";
import { say, sayAny } from "../words/say.svelte";
import { capital } from "../words/template";

type Named = Pick<TableInfo, "id" | "places">;

/** Return what a seat is called. */
export function nameOf(table: Named, seat: number): string {
  const place = table.places[seat];
  if (!place) return say("seat.number", { number: seat + 1 });
  if (place.kind === "empty") return say("seat.free");
  if (place.kind === "bot") return sayAny(`character.${characterAt(table.places, seat)}`);
  const own = place.yours && isShared(table) ? localNames(table.id)[seat] : undefined;
  if (own) return own;
  if (!place.name) return say("seat.number", { number: seat + 1 });
  return place.yours && isShared(table) && firstOwn(table) !== seat
    ? say("seat.guest-of", { name: place.name, number: seat + 1 })
    : place.name;
}

/** Return what a seat is called on this device: its only player is "You". */
export function nameHere(table: Named, seat: number): string {
  return table.places[seat]?.yours && !isShared(table) ? say("seat.you") : nameOf(table, seat);
}

/** Return what the seats of a finished game are called: the player is "You". */
export function seatNames(seats: readonly SeatInfo[]): (seat: number) => string {
  const own = seats.filter((each) => each.yours).length;
  const blank = {
    ready: false,
    away: false,
    online: false,
    wants_pause: false,
    wants_resume: false,
    host: false,
  };
  const places = seats.map((seat) => ({ ...blank, ...seat }));
  return (seat) => (places[seat]?.yours && own === 1 ? say("seat.you") : nameOf({ id: "", places }, seat));
}

/** Return the faces of the seats of a finished game; of a record, which knows the bots but no people, theirs. */
export function seatFaces(
  seats: readonly Pick<SeatInfo, "kind" | "name" | "avatar">[],
): (seat: number) => string {
  return (seat) => {
    const one = seats[seat];
    return one?.kind === "bot" ? characterAt(seats, seat) : (one?.avatar ?? "");
  };
}

/** Return what the seats of a record are called, which knows the bots but no people: a lone person among them is "you". */
export function recordNames(bots: readonly (string | null)[]): (seat: number) => string {
  const alone = bots.filter((bot) => bot === null).length === 1;
  const names = seatNames(
    bots.map((bot) => ({
      kind: bot === null ? "person" : "bot",
      name: bot ?? "",
      avatar: "",
      yours: bot === null && alone,
    })),
  );
  return (seat) => capital(names(seat));
}

/** Return what a level is called. */
export function botName(level: string): string {
  return sayAny(`bot.${level}`, {}, level);
}

/** Return who plays at a level. */
export function characterOf(level: string): string {
  const known: Readonly<Record<string, string>> = CHARACTER_BY_LEVEL;
  return known[level] ?? CHARACTERS.at(-1) ?? "";
}

/** Return the face that stands for a seat: a person's avatar, or a bot's character. */
export function avatarOf(table: Named, seat: number): string {
  const place = table.places[seat];
  if (place?.kind === "bot") return characterAt(table.places, seat);
  if (place?.kind !== "person" || !place.avatar) return "";
  const [motif = "", ground = ""] = place.avatar.split("-");
  if (!place.yours || firstOwn(table) === seat) return place.avatar;
  const motifs: readonly string[] = AVATAR_MOTIFS; // who shares a device is told apart by the motif
  return `${motifs[(motifs.indexOf(motif) + 5 * seat) % motifs.length]}-${ground}`;
}

/** Call an own seat of this device by another name. */
export function nameSeat(table: string, seat: number, name: string): void {
  keep(`names.${table}`, { ...localNames(table), [seat]: name.trim().slice(0, 24) });
}

/** Say whether several seats of a table are played on this device. */
export function isShared(table: Named): boolean {
  return table.places.filter((place) => place.yours).length > 1;
}

function localNames(table: string): Readonly<Record<number, string>> {
  return kept<Record<number, string>>(`names.${table}`, {});
}

function firstOwn(table: Named): number {
  return table.places.findIndex((place) => place.yours);
}

/** Characters in the order in which they help out at another level: first those whom no offered level has. */
const HELPERS: readonly string[] = [...CHARACTERS].sort(
  (left, right) => Number(isOffered(left)) - Number(isOffered(right)),
);

function isOffered(character: string): boolean {
  return BOTS.some((level) => characterOf(level) === character);
}

/** Who the bot of a seat is: the character of its level, or somebody else where that one sits at the table already. */
function characterAt(places: readonly Pick<PlaceInfo, "kind" | "name">[], seat: number): string {
  const usual = places.map((place) => (place.kind === "bot" ? characterOf(place.name) : ""));
  const doubles = usual.flatMap((each, at) => (each && usual.indexOf(each) < at ? [at] : []));
  const free = HELPERS.filter((each) => !usual.includes(each));
  return free[doubles.indexOf(seat)] ?? usual[seat] ?? "";
}
