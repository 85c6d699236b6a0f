/** What happens in the game, in words: a short line for the log, and a card where somebody pays for something. */

import type { EngineEvent, EngineGameView, EngineLastLapBegan, EngineRefusal } from "../generated/protocol";
import { AGREED, DESERTED, HANDED_OVER } from "../generated/constants";
import { say, sayAny, sayRefusal, sayTile } from "./say.svelte";

/** Something to be explained in place: who, what and why. */
export type Card = { readonly title: string; readonly lines: readonly string[]; readonly own: boolean };

/** A line of the log, with the tiles that it speaks of. */
export type LogLine = {
  readonly text: string;
  readonly tiles: readonly string[];
  /** Whether somebody said it; else it happened. */
  readonly said?: boolean;
};

/** What is said; `loud` is shown over the table for a moment: it changes what one holds. */
export type Account = {
  readonly lines: readonly LogLine[];
  readonly card: Card | null;
  readonly loud: string | null;
};

type Names = (seat: number) => string;
/** Who listens, and by which rules. */
type Listener = Pick<EngineGameView, "viewer" | "rules">;

/** Tells events in words; `paused` is why the game stood before them, if it did. */
export function tell(
  happened: readonly EngineEvent[],
  view: Listener,
  names: Names,
  paused: string | null = null,
): Account {
  const events = withoutHandOvers(happened, paused);
  const scored = events.some((event) => event.type === "tiles-laid" && event.word); // then the tiles taken up to seven go without saying
  const lines = events.flatMap((event): LogLine[] => {
    if (scored && event.type === "tiles-taken") return [];
    const text = drawnLine(event, view, names) ?? sentenceOf(event, names);
    return text ? [{ text, tiles: tilesIn(event) }] : [];
  });
  const loud = events.flatMap((event) => loudLine(event, view, names) ?? []).join(" ") || null;
  return { lines, card: cardOf(events, view, names), loud };
}

/** Events but for the end of a pause in which a device was handed over: nothing was said of its beginning either. */
function withoutHandOvers(events: readonly EngineEvent[], paused: string | null): readonly EngineEvent[] {
  let reason = paused;
  return events.filter((event) => {
    if (event.type === "paused") reason = event.reason;
    return event.type !== "resumed" || reason !== HANDED_OVER;
  });
}

/** The latest turn of every seat, the first of them first. */
export function latestLogLines(view: Pick<EngineGameView, "seats">, names: Names): readonly LogLine[] {
  return view.seats
    .flatMap(({ latest }, seat) => (latest ? [{ latest, name: names(seat) }] : []))
    .sort((left, right) => left.latest.turn - right.latest.turn)
    .map(({ latest, name }) => {
      if (latest.laid.length)
        return { text: say("event.laid", { name, count: latest.laid.length }), tiles: latest.laid };
      const text = latest.taken
        ? say("event.taken", { name, count: latest.taken })
        : say("event.passed", { name });
      return { text, tiles: [] };
    });
}

/** What everybody has to notice: it changes what one holds, or who plays and when. */
function loudLine(event: EngineEvent, view: Listener, names: Names): string | null {
  switch (event.type) {
    case "last-lap-began":
      return `${lapLine(event)}. ${say(view.rules.sets === "letters" ? "lap.meaning-words" : "lap.meaning")}`;
    case "redeal-asked":
    case "paused":
    case "resumed":
    case "seat-left":
    case "seat-returned":
      return sentenceOf(event, names);
    default:
      return null;
  }
}

/** Why the game is paused: because all agreed, because nobody was there, or for another reason. */
function pausedLine(reason: string): string | null {
  if (reason === HANDED_OVER) return null; // the bar says who is to take the device
  if (reason === DESERTED) return say("event.paused-deserted");
  return say(reason === AGREED ? "event.paused-agreed" : "event.paused");
}

/** Which tiles an event shows: those that were laid, and one's own that were taken. */
function tilesIn(event: EngineEvent): readonly string[] {
  if (event.type === "tiles-laid") return event.laid;
  return event.type === "tiles-taken" ? (event.tiles ?? []) : [];
}

/** One's own new tiles are named. */
function drawnLine(event: EngineEvent, view: Listener, names: Names): string | null {
  if (event.type !== "tiles-taken" || event.seat !== view.viewer || !event.tiles?.length) return null;
  const tiles = event.tiles.map((tile) => sayTile(tile)).join(", ");
  return say("event.drawn", { name: names(event.seat), tiles });
}

/** One event in words; null: nothing to say. */
export function sentenceOf(event: EngineEvent, names: Names): string | null {
  switch (event.type) {
    case "tiles-laid":
      if (event.word)
        return say(event.double ? "event.word-double" : "event.word", {
          name: names(event.seat),
          word: event.word,
          points: event.points,
        });
      return say(event.opening ? "event.opening" : "event.laid", {
        name: names(event.seat),
        count: event.laid.length,
      });
    case "tiles-taken":
      return say("event.taken", { name: names(event.seat), count: event.count });
    case "passed":
      return say("event.passed", { name: names(event.seat) });
    case "time-up":
      return say("event.time-up", { name: names(event.seat) });
    case "mistake-made":
      return say("event.mistake", { name: names(event.seat) });
    case "announced":
      return say("event.announced", { name: names(event.seat) });
    case "last-lap-began":
      return lapLine(event);
    case "vote-opened":
      return say("event.vote-opened", { name: names(event.seat), words: event.words.join(", ") });
    case "vote-closed":
      return event.rejected.length
        ? say("event.vote-rejected", { name: names(event.seat), words: event.rejected.join(", ") })
        : null;
    case "starter-chosen":
      return say("event.starter", { name: names(event.starter) });
    case "stack-chosen":
      return say("event.stack", { name: names(event.seat), receiver: names(event.receiver) });
    case "redeal-asked":
      return say("event.redeal");
    case "paused":
      return pausedLine(event.reason);
    case "resumed":
      return say("event.resumed");
    case "seat-left":
      return say(event.stand_in ? "event.left-bot" : "event.left", { name: names(event.seat) });
    case "seat-returned":
      return say("event.returned", { name: names(event.seat) });
    case "turn-restarted":
      return say("event.restarted", { name: names(event.seat), reason: event.reason });
    case "turn-taken-back":
      return say("event.taken-back", { name: names(event.seat), reason: event.reason });
    case "allowance-given":
      return say("event.allowance", { name: names(event.seat), count: event.seconds });
    case "score-corrected":
      return say("event.corrected", { name: names(event.seat), reason: event.reason });
    case "round-ended":
      return say("event.round-over");
    case "game-ended":
      return say("event.ended");
    default:
      return null;
  }
}

/** Why everybody has few turns left (E2, W15). */
function lapLine(event: EngineLastLapBegan): string {
  if (event.cause === "rack-empty") return say("event.last-lap-rack", { count: event.turns });
  return say(event.cause === "bank-empty" ? "event.last-lap-bank" : "event.last-lap-time", {
    count: event.turns,
  });
}

/** A penalty, with its reasons and what it costs; for the last lap, what it means. */
function cardOf(events: readonly EngineEvent[], view: Listener, names: Names): Card | null {
  const taken = events.find((event) => event.type === "tiles-taken" && event.cause !== "choice");
  const count = taken?.type === "tiles-taken" ? taken.count : 0;
  for (const event of events) {
    if (event.type === "time-up" && (event.seat === view.viewer || event.verdict !== "untouched")) {
      const lines = [sayAny(`penalty.${event.verdict}`)];
      if (count) lines.push(say("penalty.takes", { name: names(event.seat), count }));
      return {
        title: say("event.time-up", { name: names(event.seat) }),
        lines,
        own: event.seat === view.viewer,
      };
    }
    if (event.type === "mistake-made") {
      const lines = event.refusals.map((refusal) => refusalIn(refusal, names));
      lines.push(say("penalty.undone"));
      if (count) lines.push(say("penalty.takes", { name: names(event.seat), count }));
      return {
        title: say("event.mistake", { name: names(event.seat) }),
        lines,
        own: event.seat === view.viewer,
      };
    }
    if (event.type === "tiles-taken" && event.cause === "ruling") {
      const lines = [
        say("penalty.ruling", { reason: event.reason }),
        say("penalty.takes", { name: names(event.seat), count: event.count }),
      ];
      return { title: say("penalty.referee"), lines, own: event.seat === view.viewer };
    }
  }
  return null;
}

function refusalIn(refusal: EngineRefusal, names: Names): string {
  return sayRefusal({ code: refusal.code, params: refusal.params ?? {}, text: refusal.code }, names);
}
