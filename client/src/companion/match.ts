/**
 * A match at a real table: what was entered, step by step, and what that makes. A match is the fold of its steps, so that
 * anything can be undone and done again, and a reload shows the same.
 */

import {
  asksOpening,
  differing,
  type EndCause,
  type House,
  isBook,
  rulesOf,
  type ScoringRules,
} from "./rules";
import {
  type FinalSeat,
  isSumRight,
  leadersOf,
  rackValue,
  type Result,
  scoreGame,
  type Standing,
  starterOf,
} from "./scoring";

export type Player = { readonly id: string; readonly name: string };

/** What a player who never opened says to E7. */
export type Opening = "no" | "yes" | "waived" | "no-turn";
/** What was left on a rack: the tiles, or their sum as somebody added it up. */
export type Left = {
  readonly tiles: readonly string[] | null;
  readonly sum: number;
  /** Null: the player has opened. */
  readonly unopened: Opening | null;
};
export type NumberGame = {
  readonly kind: "numbers";
  readonly players: readonly string[];
  readonly starter: string;
  readonly cause: EndCause;
  readonly out: string | null;
  readonly left: readonly Left[];
};
/** A turn of the word game: the letters of its longest new word, none for a turn without points. */
export type Turn = { readonly player: string; readonly letters: number; readonly double: boolean };
export type WordGame = {
  readonly kind: "letters";
  readonly players: readonly string[];
  readonly starter: string;
  readonly cause: EndCause;
  readonly turns: readonly Turn[];
};
export type Game = NumberGame | WordGame;

export type Change =
  | {
      readonly do: "set";
      readonly profile: string;
      readonly house: House;
      readonly players: readonly Player[];
      readonly starter: string | null;
    }
  | { readonly do: "start"; readonly starter: string }
  | { readonly do: "turn"; readonly turn: Turn }
  | { readonly do: "game"; readonly game: Game }
  | { readonly do: "correct"; readonly at: number; readonly game: Game | null }
  | { readonly do: "finish" };

export type Match = {
  readonly profile: string;
  readonly house: House;
  /** Who sits at the table now, clockwise. */
  readonly seated: readonly string[];
  /** Everybody who ever did. */
  readonly names: Readonly<Record<string, string>>;
  readonly games: readonly Game[];
  /** Who starts the game that is being played, if it is known. */
  readonly starter: string | null;
  /** The turns of the word game that is being played. */
  readonly turns: readonly Turn[];
  readonly finished: boolean;
};

export const NOTHING: Match = {
  profile: "pl",
  house: {},
  seated: [],
  names: {},
  games: [],
  starter: null,
  turns: [],
  finished: false,
};
export const MOST_TILES = 60;

/** A step that makes no sense where it stands. */
export class WrongChange extends Error {}

/** What the steps make. */
export function fold(steps: readonly Change[]): Match {
  return steps.reduce(take, NOTHING);
}

export function take(match: Match, step: Change): Match {
  if (step.do === "set") return set(match, step);
  if (step.do === "start") return { ...match, starter: here(match, step.starter) };
  if (step.do === "turn")
    return { ...match, turns: [...match.turns, { ...step.turn, player: here(match, step.turn.player) }] };
  if (step.do === "finish") return { ...match, finished: true };
  if (step.do === "correct") return correct(match, step.at, step.game);
  const games = [...match.games, check(match, step.game)];
  return { ...match, games, turns: [], finished: false, starter: nextStarter(match, step.game) };
}

function set(match: Match, { profile, house, players, starter }: Change & { do: "set" }): Match {
  if (!isBook(profile)) throw new WrongChange(`no such rules: ${profile}`);
  if (match.games.length && rulesOf(profile).sets !== rulesOf(match.profile).sets)
    throw new WrongChange("numbers and letters do not go on one sheet");
  const seated = players.map((player) => player.id);
  if (players.length < 2 || players.length > 6 || new Set(seated).size !== players.length)
    throw new WrongChange(`${players.length} players`);
  const names = { ...match.names, ...Object.fromEntries(players.map((player) => [player.id, player.name])) };
  const stays = starter !== null && seated.includes(starter) ? starter : null;
  const same = seated.join() === match.seated.join();
  return {
    ...match,
    profile,
    house: differing(profile, house),
    seated,
    names,
    starter: stays,
    turns: same ? match.turns : [],
    finished: false,
  };
}

function correct(match: Match, at: number, game: Game | null): Match {
  if (!match.games[at]) throw new WrongChange(`no game ${at + 1}`);
  const games = game
    ? match.games.map((each, place) => (place === at ? check(match, game) : each))
    : match.games.filter((_, place) => place !== at);
  return { ...match, games };
}

function here(match: Match, player: string): string {
  if (!match.seated.includes(player)) throw new WrongChange(`nobody called ${player} sits here`);
  return player;
}

function check(match: Match, game: Game): Game {
  const strangers = [...game.players, game.starter].filter((player) => match.names[player] === undefined);
  if (strangers.length || game.players.length < 2) throw new WrongChange(`players ${game.players.join()}`);
  if (game.kind !== rulesOf(match.profile).sets) throw new WrongChange(`a game of ${game.kind}`);
  if (game.kind === "letters") return game;
  if (game.left.length !== game.players.length) throw new WrongChange(`${game.left.length} racks`);
  if (game.cause === "rack-empty" ? game.out === null || !game.players.includes(game.out) : game.out !== null)
    throw new WrongChange("who went out?");
  return game;
}

/** Who starts after a game, if no draw is asked for (S2). */
function nextStarter(match: Match, game: Game): string | null {
  const at = match.seated.indexOf(game.starter);
  const next = starterOf(rulesOf(match.profile, match.house), match.seated.length, Math.max(at, 0));
  return next === null ? null : (match.seated[next] ?? null);
}

/** The points that a turn has brought (W10, W11). */
export function pointsOf(turn: Turn): number {
  return turn.letters * (turn.double ? 2 : 1);
}

/** What scoring has to know of each seat of a game. */
export function finalSeats(rules: ScoringRules, game: Game): readonly FinalSeat[] {
  const blank = {
    wentOut: false,
    value: 0,
    opened: true,
    hadTurn: true,
    couldOpen: false,
    waived: false,
    turnPoints: [],
  };
  if (game.kind === "letters") {
    return game.players.map((player) => ({
      ...blank,
      turnPoints: game.turns.filter((turn) => turn.player === player).map(pointsOf),
    }));
  }
  return game.players.map((player, place) => {
    const left = game.left[place] ?? { tiles: null, sum: 0, unopened: null };
    const wentOut = game.out === player;
    const unopened = asksOpening(rules) && game.cause === "rack-empty" ? left.unopened : null;
    return {
      ...blank,
      wentOut,
      value: wentOut ? 0 : valueOf(rules, left),
      opened: unopened === null,
      hadTurn: unopened !== "no-turn",
      couldOpen: unopened === "yes" || unopened === "waived",
      waived: unopened === "waived",
    };
  });
}

/** What a rack counts: its tiles where they were entered, else the sum. */
export function valueOf(rules: ScoringRules, left: Left): number {
  return left.tiles ? rackValue(left.tiles, rules.joker_rack_value) : left.sum;
}

export function resultOf(rules: ScoringRules, game: Game): Result {
  return scoreGame(rules, finalSeats(rules, game), game.cause);
}

/** A line of the sheet: points by player, none for whoever did not play. */
export type Line = {
  readonly game: Game;
  readonly result: Result;
  readonly points: ReadonlyMap<string, number>;
  readonly winners: readonly string[];
  /** What the points add up to, and whether that is what the book asks for (M3). */
  readonly sum: number;
  readonly right: boolean;
};
export type ScoreSheet = {
  readonly rules: ScoringRules;
  readonly players: readonly Player[];
  readonly lines: readonly Line[];
  readonly standings: readonly Standing[];
  /** The totals after each game, for the graph. */
  readonly running: readonly (readonly number[])[];
  readonly leaders: readonly string[];
};

/** Everything that the sheet shows. */
export function scoreSheetOf(match: Match): ScoreSheet {
  const rules = rulesOf(match.profile, match.house);
  const lines = match.games.map((game) => lineOf(rules, game));
  const players = playersOf(match);
  const standings = players.map(({ id }) => standingOf(lines, id));
  const sums = players.map(() => 0);
  const running = lines.map((line) =>
    players.map(({ id }, at) => (sums[at] = (sums[at] ?? 0) + (line.points.get(id) ?? 0))),
  );
  const leaders = lines.length ? leadersOf(rules, standings).map((at) => players[at]?.id ?? "") : [];
  return { rules, players, lines, standings, running, leaders };
}

/** Who sits there, then who did once. */
function playersOf(match: Match): readonly Player[] {
  const played = [...new Set(match.games.flatMap((game) => game.players))].filter(
    (id) => !match.seated.includes(id),
  );
  return [...match.seated, ...played].map((id) => ({ id, name: match.names[id] ?? id }));
}

export function lineOf(rules: ScoringRules, game: Game): Line {
  const result = resultOf(rules, game);
  const points = new Map(game.players.map((player, place) => [player, result.scores[place]?.points ?? 0]));
  const winners = result.winners.map((place) => game.players[place] ?? "");
  const sum = [...points.values()].reduce((all, each) => all + each, 0);
  return { game, result, points, winners, sum, right: isSumRight(rules, result, finalSeats(rules, game)) };
}

function standingOf(lines: readonly Line[], player: string): Standing {
  const total = lines.reduce((sum, line) => sum + (line.points.get(player) ?? 0), 0);
  const wins = lines.filter((line) => line.winners.includes(player)).length;
  const bigPoints = lines.reduce(
    (sum, line) => sum + (line.result.scores[line.game.players.indexOf(player)]?.bigPoints ?? 0),
    0,
  );
  return { total, wins, bigPoints };
}
