// Made from the Python code by `make docs` (tools/generate_protocol.py); do not edit.
// One long file, because it is one list that nobody reads from top to bottom: names are searched
// for, types refer to each other, and the build erases them: no browser loads any of it.

export const PROTOCOL = 5;
export const PROTOCOL_HEADER = "Tilemeld-Protocol";
export const NOW_HEADER = "Tilemeld-Now";
export const ROLE_HEADER = "Tilemeld-Role";
export const HEAD_HEADER = "Tilemeld-Head-Referee";

/** A command was carried out, and it is on disk. */
export type Ack = {
  readonly type: "ack";
  readonly id: string;
  readonly version: number;
  readonly repeated: boolean;
};

/** Add a seat's randomness to the shuffle, after the server has committed to its secret. */
export type AddEntropy = {
  readonly type: "add-entropy";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
  readonly entropy: string;
};

/** More time for each turn of a seat (M9). */
export type Allowance = {
  readonly seat: number;
  readonly seconds: number;
};

/** A player has more time for every turn (M9). */
export type AllowanceGiven = {
  readonly type: "allowance-given";
  readonly player: string;
  readonly seconds: number;
};

/** A whole game, reviewed. */
export type Analysis = {
  readonly profile: string;
  readonly sets: "letters" | "numbers";
  readonly finished: boolean;
  readonly players: readonly (PlayerReview)[];
  readonly turns: readonly (TurnReview)[];
  readonly by_chance: boolean;
  readonly result: readonly (number)[];
};

/** An analysis: its progress and its result. */
export type AnalysisInfo = {
  readonly state: "done" | "failed" | "none" | "waiting" | "working";
  readonly done: number;
  readonly total: number;
  readonly review: Analysis | null;
  readonly refusals: readonly (RefusalInfo)[];
};

/** Announce, right after taking a tile, an opening on the next turn (E7, R-13). */
export type Announce = {
  readonly type: "announce";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
};

/** Ask the coach, in three steps: can I play, with which tiles, how. */
export type AskHint = {
  readonly type: "hint";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly step: 1 | 2 | 3;
};

/** Ask for a new deal with the tiles that give the right to it (S7, W4). */
export type AskRedeal = {
  readonly type: "ask-redeal";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
};

/** A rack and a table as they lie, in faces: r3, k13, J. What lies on the table must be sets. */
export type AskedPosition = {
  readonly rack: readonly (string)[];
  readonly table?: readonly (readonly (string)[])[];
  readonly rules?: string;
  readonly goal?: "opening" | "points" | "points-tiles" | "tiles" | "tiles-points";
  readonly house?: Readonly<Record<string, string | number | boolean | readonly (string | number | null)[] | null>>;
};

/** A rack of letters and the words on a table: ATOM?, KOSZYK, a joker with its letter KO?(T). */
export type AskedWords = {
  readonly rack: string;
  readonly table?: readonly (string)[];
  readonly rules?: string;
  readonly goal?: "empty" | "openings" | "score" | "words";
  readonly opened?: boolean;
  readonly natural?: boolean;
  readonly house?: Readonly<Record<string, string | number | boolean | readonly (string | number | null)[] | null>>;
};

/** The best play of a position, and the moves of the hand that lead there. */
export type BestPlay = {
  readonly tiles: number;
  readonly points: number;
  readonly needed: number;
  readonly goes_out: boolean;
  readonly proven: boolean;
  readonly untouched: number;
  readonly played: readonly (string)[];
  readonly table: readonly (readonly (string)[])[];
  readonly plan: readonly (PlanStep)[];
  readonly shortest: boolean;
};

/** The best turn with words, or the words that were asked for. */
export type BestWords = {
  readonly goal: "empty" | "openings" | "score" | "words";
  readonly points: number;
  readonly word: string;
  readonly double: boolean;
  readonly goes_out: boolean;
  readonly bound: number;
  readonly longest: number;
  readonly proven: boolean;
  readonly needed: number;
  readonly played: readonly (string)[];
  readonly table: readonly (readonly (string)[])[];
  readonly plan: readonly (PlanStep)[];
  readonly words: readonly (string)[];
  readonly count: number;
};

/** Which bot sits here; ``null`` removes it. */
export type BotWish = {
  readonly bot: string | null;
};

/** A table's call for the referee. */
export type Call = {
  readonly number: number;
  readonly round: number;
  readonly table: number;
  readonly player: string | null;
  readonly at: number;
  readonly why: string;
  readonly answered: boolean;
  readonly turn: number;
  readonly game: number | null;
};

/** The referee has been there. */
export type CallAnswered = {
  readonly type: "call-answered";
  readonly call: number;
};

/** A table calls the referee. */
export type CallWish = {
  readonly round: number;
  readonly table: number;
  readonly game?: number | null;
  readonly why?: string;
};

/** A player's card: the name, stored apart from the log, so that it can be erased. */
export type Card = {
  readonly name: string;
  readonly public_name: string;
  readonly club: string;
};

/** Vote on the new words of another player: silence about a word is yes (W16, R-16). */
export type CastVote = {
  readonly type: "cast-vote";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
  readonly against?: readonly (string)[];
};

/** A player is here. */
export type CheckedIn = {
  readonly type: "checked-in";
  readonly player: string;
};

/** What a table can be made of. */
export type Choices = {
  readonly profiles: readonly (EngineRules)[];
  readonly fields: readonly (RuleField)[];
  readonly bots: readonly (string)[];
  readonly stand_in: string;
  readonly phrases: readonly (string)[];
  readonly name_limit: number;
  readonly themes: readonly (string)[];
};

/** Choose a stack to keep or to give away, where stacks are chosen by hand (S5). */
export type ChooseStack = {
  readonly type: "choose-stack";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
  readonly stack: number;
};

/** The clock of a round was paused. */
export type ClockPaused = {
  readonly type: "clock-paused";
  readonly round: number;
};

/** The clock of a round was started or resumed. */
export type ClockStarted = {
  readonly type: "clock-started";
  readonly round: number;
};

/** The clocks of the published rounds, for pages that count down by themselves. */
export type Clocks = {
  readonly now: number;
  readonly clocks: Readonly<Record<string, RoundClock>>;
};

/** A code that gives a role. */
export type CodeInfo = {
  readonly role: string;
  readonly player: string | null;
  readonly name: string;
  readonly code: string;
};

/** A code to join with. */
export type CodeWish = {
  readonly code: string;
};

/** Every code of a tournament; for the director. */
export type Codes = {
  readonly codes: readonly (CodeInfo)[];
};

/** Take your seat back. */
export type ComeBack = {
  readonly type: "come-back";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
};

/** Unsporting conduct was reported (M6); never public. */
export type ConductReported = {
  readonly type: "conduct-reported";
  readonly player: string;
};

/** End the turn by laying tiles: the whole table as it should be. */
export type Confirm = {
  readonly type: "confirm";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
  readonly table: readonly (readonly (string)[])[];
};

/** What is wrong with a seating, part by part; the smaller the total, the better. */
export type Cost = {
  readonly repeats: number;
  readonly worst: number;
  readonly pairs: readonly (readonly [string, string, number])[];
  readonly short: number;
  readonly short_spread: number;
  readonly apart: readonly (readonly [string, string])[];
  readonly misplaced: readonly (string)[];
  readonly byes_again: number;
  readonly distance: number;
  readonly seats: number;
  readonly later: number;
  readonly total: number;
};

/** The seating of all rounds that are left was drawn in advance, for everybody to see. */
export type DayPlanned = {
  readonly type: "day-planned";
  readonly rounds: readonly (PlannedRound)[];
};

/** A code from another device, and a number of one's own: who sends both again gets the same answer. */
export type DeviceEntry = {
  readonly code: string;
  readonly ticket: string;
};

/** A code with which another device can play as the same person, once. */
export type DeviceInvitation = {
  readonly code: string;
  readonly link: string;
  readonly qr: string;
  readonly expires_at: number;
  readonly now: number;
};

/** Whether another device has come in by a code. */
export type DeviceState = {
  readonly used: boolean;
};

/** The table to go on at, if there is one. */
export type DeviceWish = {
  readonly table?: string;
};

/** One field in which two rule sets differ. */
export type Difference = {
  readonly field: string;
  readonly text: string;
  readonly theirs: string | number | boolean | readonly (string | number | null)[] | null;
  readonly ours: string | number | boolean | readonly (string | number | null)[] | null;
};

/** It is done. */
export type Done = {
  readonly done: boolean;
};

/** A half-built table. */
export type DraftInfo = {
  readonly seat: number;
  readonly turn: number;
  readonly number: number;
  readonly table: readonly (readonly (string)[])[];
};

/** The active player's half-built table moved. */
export type Drafted = {
  readonly type: "drafted";
  readonly game: string;
  readonly draft: DraftInfo;
};

/** A drawn round and what it costs. */
export type Draw = {
  readonly round: Round;
  readonly cost: Cost;
};

/** End the moment for announcing. */
export type EndTurn = {
  readonly type: "end-turn";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
};

/** A seat has more time from its next turn on (M9). */
export type EngineAllowanceGiven = {
  readonly type: "allowance-given";
  readonly seat: number;
  readonly seconds: number;
};

/** After taking, a moment to announce the opening began. */
export type EngineAnnounceOpened = {
  readonly type: "announce-opened";
  readonly seat: number;
  readonly deadline: EngineDeadline;
};

/** A player announced an opening on the next turn. */
export type EngineAnnounced = {
  readonly type: "announced";
  readonly seat: number;
};

/** Until when something may be done, in milliseconds of the server's clock. */
export type EngineDeadline = {
  readonly kind: "stack" | "redeal" | "turn" | "announce" | "vote";
  readonly at: number;
};

/** Everybody has a rack; the rest is the bank. Where a redeal is possible, its window is open. */
export type EngineDealt = {
  readonly type: "dealt";
  readonly deal: number;
  readonly racks: readonly (readonly (string)[] | null)[];
  readonly bank: readonly (readonly (string)[])[] | null;
  readonly bank_sizes: readonly (number)[];
  readonly deadline: EngineDeadline | null;
};

/** A seat added its randomness. */
export type EngineEntropyAdded = {
  readonly type: "entropy-added";
  readonly seat: number;
  readonly entropy: string;
};

export type EngineEvent = EngineGameCreated | EngineEntropyAdded | EngineStarterChosen | EngineStacksBuilt | EngineStackChosen | EngineDealt | EngineRedealAsked | EngineRedealSkipped | EngineTurnStarted | EngineTimeUp | EngineMistakeMade | EngineTilesLaid | EngineVoteOpened | EngineVoteCast | EngineVoteClosed | EngineTilesTaken | EnginePassed | EngineAnnounceOpened | EngineAnnounced | EngineTurnEnded | EngineRoundEnded | EngineLastLapBegan | EngineGameEnded | EnginePaused | EngineResumed | EngineAllowanceGiven | EngineSeatLeft | EngineSeatReturned | EngineTurnRestarted | EngineTurnTakenBack | EngineScoreCorrected;

/** A game was created; the commitment binds the server to its secret. */
export type EngineGameCreated = {
  readonly type: "game-created";
  readonly rules: EngineRules;
  readonly players: number;
  readonly game: number;
  readonly previous_starter: number | null;
  readonly commitment: string;
  readonly secret: string | null;
  readonly words: string | null;
};

/** The game is over: racks, scores, the server's secret and who asked for a redeal are revealed. */
export type EngineGameEnded = {
  readonly type: "game-ended";
  readonly result: EngineResult;
  readonly secret: string;
  readonly redeals_asked_by: readonly (number)[];
};

/** What one viewer may know of a game. */
export type EngineGameView = {
  readonly viewer: number | null;
  readonly rules: EngineRules;
  readonly version: number;
  readonly phase: "entropy" | "stacks" | "redeal" | "turn" | "announce" | "vote" | "ended";
  readonly game: number;
  readonly commitment: string;
  readonly entropy: readonly (string | null)[];
  readonly starter: number | null;
  readonly starter_draws: readonly (readonly (readonly [number, string])[])[];
  readonly deal: number;
  readonly stacks: readonly (number)[];
  readonly seats: readonly (EngineSeatView)[];
  readonly rack: readonly (string)[];
  readonly last_taken: readonly (string)[];
  readonly waiting: readonly (string)[];
  readonly may_redeal: boolean;
  readonly table: readonly (readonly (string)[])[];
  readonly bank: readonly (number)[];
  readonly bank_open: boolean;
  readonly active: number | null;
  readonly turn: number;
  readonly deadline: EngineDeadline | null;
  readonly idle_turns: number;
  readonly lap_left: number | null;
  readonly lap_cause: string | null;
  readonly round_over: boolean;
  readonly paused_at: number | null;
  readonly pause_reason: string | null;
  readonly result: EngineResult | null;
  readonly secret: string | null;
  readonly redeals_asked_by: readonly (number)[] | null;
  readonly words: string | null;
  readonly vote: EngineVote | null;
  readonly approved: readonly (string)[];
  readonly rejected: readonly (string)[];
};

/** From the next player on, everybody has one more turn (E2), or all with fewer turns have (W15). */
export type EngineLastLapBegan = {
  readonly type: "last-lap-began";
  readonly cause: "bank-empty" | "round-time" | "rack-empty";
  readonly turns: number;
};

/** What a seat did in its latest turn: everybody saw it, and may look again. */
export type EngineLatestTurn = {
  readonly turn: number;
  readonly laid: readonly (string)[];
  readonly moved: readonly (string)[];
  readonly taken: number;
};

/** In strict play an invalid table was confirmed, and everything was undone (T5). */
export type EngineMistakeMade = {
  readonly type: "mistake-made";
  readonly seat: number;
  readonly draft: readonly (readonly (string)[])[];
  readonly refusals: readonly (EngineRefusal)[];
};

/** A player neither laid nor took. */
export type EnginePassed = {
  readonly type: "passed";
  readonly seat: number;
  readonly cause: "choice" | "time-up" | "mistake" | "left";
};

/** The clock and the game stopped. */
export type EnginePaused = {
  readonly type: "paused";
  readonly at: number;
  readonly reason: string;
};

/** A player with the right to it asked for a new deal; who it was is hidden until the end. */
export type EngineRedealAsked = {
  readonly type: "redeal-asked";
  readonly seat: number | null;
};

/** The only person at the table did not want to wait for the end of the window for a new deal. */
export type EngineRedealSkipped = {
  readonly type: "redeal-skipped";
  readonly seat: number;
};

/** One reason why something is refused: a stable code and the values that fill its sentence. */
export type EngineRefusal = {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
};

/** How a game ended. */
export type EngineResult = {
  readonly cause: "rack-empty" | "last-lap" | "all-passed" | "abandoned";
  readonly winners: readonly (number)[];
  readonly scores: readonly (EngineSeatScore)[];
};

/** The game resumed, with the time that was left. */
export type EngineResumed = {
  readonly type: "resumed";
  readonly deadline: EngineDeadline | null;
  readonly turn_deadline_at: number | null;
};

/** The time of the tournament round is over; the turn in progress is played to its end. */
export type EngineRoundEnded = {
  readonly type: "round-ended";
};

/** Everything in which rule books and house games differ. */
export type EngineRules = {
  readonly profile: string;
  readonly version: number;
  readonly sets: "numbers" | "letters";
  readonly copies: number;
  readonly jokers: number;
  readonly min_players: number;
  readonly max_players: number;
  readonly first_starter: "draw" | "first-seat";
  readonly later_starter: "left" | "draw";
  readonly rack_size: number;
  readonly stacks: "none" | "choose" | "give";
  readonly stacks_by_hand: boolean;
  readonly stack_seconds: number;
  readonly bank_in_stacks: boolean;
  readonly redeal_doublets: number | null;
  readonly redeal_few: number | null;
  readonly redeal_seconds: number;
  readonly opening_points: number;
  readonly opening_letters: number;
  readonly opening_jokers: boolean;
  readonly opening_as_named: boolean;
  readonly turn_seconds: number | null;
  readonly turn_seconds_offered: readonly (number | null)[];
  readonly timeout_untouched_takes: number;
  readonly timeout_disorder_takes: number;
  readonly timeout_salvage: "none" | "free" | "penalised";
  readonly timeout_in_order_takes: number | null;
  readonly pieces_are_disorder: boolean;
  readonly empty_rack_confirms: boolean;
  readonly mistake_takes: number;
  readonly strict: boolean;
  readonly round_time: boolean;
  readonly refill_to: number | null;
  readonly bank_end: "last-lap" | "all-pass";
  readonly rack_end: "at-once" | "equal-turns";
  readonly joker_rack_value: number;
  readonly lowest_rack_scores: "own-rack" | "difference" | "sum";
  readonly unopened_penalty: number | null;
  readonly could_open_penalty: number | null;
  readonly ruling_opens: boolean;
  readonly announce_seconds: number;
  readonly double_from: number | null;
  readonly theme: string | null;
  readonly theme_by: "list" | "vote";
  readonly vote_seconds: number;
  readonly family_words: boolean;
  readonly big_points: boolean;
  readonly match_ranking: readonly ("wins" | "big-points" | "total")[];
  readonly leaver: "bot" | "pass";
  readonly settlement: "bank" | "bank-mixed" | "player";
  readonly table_manners: readonly ("gap" | "push" | "clock" | "done" | "distance" | "count" | "call")[];
};

/** By a referee's ruling a score of the finished game was corrected, and perhaps who won it. */
export type EngineScoreCorrected = {
  readonly type: "score-corrected";
  readonly seat: number;
  readonly points: number;
  readonly winners: readonly (number)[];
  readonly big_points: number;
  readonly reason: string;
};

/** A player left for good; a bot plays on or the turns are passed. */
export type EngineSeatLeft = {
  readonly type: "seat-left";
  readonly seat: number;
  readonly stand_in: boolean;
};

/** A player took the seat back. */
export type EngineSeatReturned = {
  readonly type: "seat-returned";
  readonly seat: number;
};

/** One line of the score: what was left, what it was charged as, and the points. */
export type EngineSeatScore = {
  readonly rack: readonly (string)[];
  readonly rack_value: number;
  readonly charge: "none" | "rack" | "difference" | "unopened" | "could-open" | "waived";
  readonly points: number;
  readonly big_points: number;
  readonly turn_points: readonly (number)[];
};

/** What everybody may know of a seat. */
export type EngineSeatView = {
  readonly count: number;
  readonly opened: boolean;
  readonly turns: number;
  readonly announced: boolean;
  readonly left: boolean;
  readonly stand_in: boolean;
  readonly allowance_seconds: number;
  readonly points: number;
  readonly turn_points: readonly (number)[];
  readonly latest: EngineLatestTurn | null;
};

/** A stack went to a rack; the next player chooses, or all have chosen. */
export type EngineStackChosen = {
  readonly type: "stack-chosen";
  readonly seat: number;
  readonly receiver: number;
  readonly stack: number;
  readonly by_chance: boolean;
  readonly chooser: number | null;
  readonly deadline: EngineDeadline | null;
};

/** The shuffled tiles are in stacks, to be chosen by hand (S5). */
export type EngineStacksBuilt = {
  readonly type: "stacks-built";
  readonly deal: number;
  readonly sizes: readonly (number)[];
  readonly stacks: readonly (readonly (string)[])[] | null;
  readonly chooser: number;
  readonly deadline: EngineDeadline;
};

/** Who starts, and the tiles drawn for it: one round, then one for each tie (S1). */
export type EngineStarterChosen = {
  readonly type: "starter-chosen";
  readonly starter: number;
  readonly draws: readonly (readonly (readonly [number, string])[])[];
};

/** A player laid tiles: the whole table after it, and which tiles came from the rack. */
export type EngineTilesLaid = {
  readonly type: "tiles-laid";
  readonly seat: number;
  readonly table: readonly (readonly (string)[])[];
  readonly laid: readonly (string)[];
  readonly opening: boolean;
  readonly points: number;
  readonly word: string;
  readonly double: boolean;
};

/** A player took tiles from the bank. */
export type EngineTilesTaken = {
  readonly type: "tiles-taken";
  readonly seat: number;
  readonly count: number;
  readonly tiles: readonly (string)[] | null;
  readonly stack: number;
  readonly cause: "choice" | "time-up" | "mistake" | "ruling" | "refill";
  readonly reason: string;
};

/** The time of a turn ran out with this draft, and how it was judged (T2–T4, T6, T11). */
export type EngineTimeUp = {
  readonly type: "time-up";
  readonly seat: number;
  readonly verdict: "untouched" | "disorder" | "salvaged" | "undone" | "stands" | "emptied";
  readonly draft: readonly (readonly (string)[])[] | null;
};

/** A turn ended. */
export type EngineTurnEnded = {
  readonly type: "turn-ended";
  readonly seat: number;
  readonly idle_turns: number;
  readonly lap_left: number | null;
};

/** By a referee's ruling the turn in progress was restarted. */
export type EngineTurnRestarted = {
  readonly type: "turn-restarted";
  readonly seat: number;
  readonly reason: string;
  readonly deadline: EngineDeadline | null;
};

/** A player's turn and its time began. */
export type EngineTurnStarted = {
  readonly type: "turn-started";
  readonly seat: number;
  readonly turn: number;
  readonly deadline: EngineDeadline | null;
};

/** By a referee's ruling the last finished turn was undone; its player has the turn again. */
export type EngineTurnTakenBack = {
  readonly type: "turn-taken-back";
  readonly seat: number;
  readonly reason: string;
  readonly deadline: EngineDeadline | null;
};

/** What one viewer may know of a game. */
export type EngineViewChanges = {
  readonly viewer?: number | null;
  readonly rules?: EngineRules;
  readonly version?: number;
  readonly phase?: "entropy" | "stacks" | "redeal" | "turn" | "announce" | "vote" | "ended";
  readonly game?: number;
  readonly commitment?: string;
  readonly entropy?: readonly (string | null)[];
  readonly starter?: number | null;
  readonly starter_draws?: readonly (readonly (readonly [number, string])[])[];
  readonly deal?: number;
  readonly stacks?: readonly (number)[];
  readonly seats?: readonly (EngineSeatView)[];
  readonly rack?: readonly (string)[];
  readonly last_taken?: readonly (string)[];
  readonly waiting?: readonly (string)[];
  readonly may_redeal?: boolean;
  readonly table?: readonly (readonly (string)[])[];
  readonly bank?: readonly (number)[];
  readonly bank_open?: boolean;
  readonly active?: number | null;
  readonly turn?: number;
  readonly deadline?: EngineDeadline | null;
  readonly idle_turns?: number;
  readonly lap_left?: number | null;
  readonly lap_cause?: string | null;
  readonly round_over?: boolean;
  readonly paused_at?: number | null;
  readonly pause_reason?: string | null;
  readonly result?: EngineResult | null;
  readonly secret?: string | null;
  readonly redeals_asked_by?: readonly (number)[] | null;
  readonly words?: string | null;
  readonly vote?: EngineVote | null;
  readonly approved?: readonly (string)[];
  readonly rejected?: readonly (string)[];
};

/** A vote on the new words of a table: everybody may know all of it (W16). */
export type EngineVote = {
  readonly seat: number;
  readonly table: readonly (readonly (string)[])[];
  readonly words: readonly (string)[];
  readonly late: boolean;
  readonly left_ms: number | null;
  readonly ballots: readonly (readonly (string)[] | null)[];
  readonly takes: number;
};

/** A player voted: against these words, and for the others. */
export type EngineVoteCast = {
  readonly type: "vote-cast";
  readonly seat: number;
  readonly against: readonly (string)[];
};

/** The vote is over; each word is settled for the rest of the game. */
export type EngineVoteClosed = {
  readonly type: "vote-closed";
  readonly seat: number;
  readonly approved: readonly (string)[];
  readonly rejected: readonly (string)[];
  readonly deadline: EngineDeadline | null;
};

/** A player's table is valid, and the others vote on its new words; the turn's clock is stopped (W16). */
export type EngineVoteOpened = {
  readonly type: "vote-opened";
  readonly seat: number;
  readonly table: readonly (readonly (string)[])[];
  readonly words: readonly (string)[];
  readonly late: boolean;
  readonly left_ms: number | null;
  readonly deadline: EngineDeadline;
  readonly takes: number;
};

/** Follow a table, from one of your own seats or as a spectator; from a version on, if you have it. */
export type Enter = {
  readonly type: "enter";
  readonly table: string;
  readonly seat?: number | null;
  readonly game?: string | null;
  readonly version?: number | null;
};

/** A player who enters: a number, the rating, and the number of the card with the name. */
export type Entrant = {
  readonly id: string;
  readonly rating: number;
};

/** One line of the log. */
export type Entry = {
  readonly number: number;
  readonly at: number;
  readonly by: Signature;
  readonly fact: FormatChanged | TournamentRenamed | RatingChanged | CheckedIn | Withdrawn | Returned | SeatingDrawn | WishesStated | SeatsSwapped | SeatingPublished | ClockStarted | ClockPaused | TimeAdded | TimeEnded | AllowanceGiven | ResultEntered | ResultConfirmed | ResultCorrected | GameSkipped | CallAnswered | ConductReported | WarningGiven | Excluded | TournamentEnded | Undone | TournamentOpened | RoleGiven | PlayersEntered | Substituted | DayPlanned | TableOpened | RefereeCalled | RulingMade | RackSeen;
  readonly why: string;
  readonly id: string;
  readonly digest: string;
  readonly seal: string;
};

/** An entry of the log, and what the desk knows about it. */
export type EntryInfo = {
  readonly entry: Entry;
  readonly counts: boolean;
  readonly name: string;
  readonly cards: Readonly<Record<string, string>>;
};

/** The head referee excluded a player, after a warning (M6). */
export type Excluded = {
  readonly type: "excluded";
  readonly player: string;
};

/** What was written into the log. */
export type Fact = FormatChanged | TournamentRenamed | RatingChanged | CheckedIn | Withdrawn | Returned | SeatingDrawn | WishesStated | SeatsSwapped | SeatingPublished | ClockStarted | ClockPaused | TimeAdded | TimeEnded | AllowanceGiven | ResultEntered | ResultConfirmed | ResultCorrected | GameSkipped | CallAnswered | ConductReported | WarningGiven | Excluded | TournamentEnded | Undone | TournamentOpened | RoleGiven | PlayersEntered | Substituted | DayPlanned | TableOpened | RefereeCalled | RulingMade | RackSeen;

/** A fact for the log, with its reason; docs/tournaments.md lists them. */
export type FactWish = {
  readonly fact: WritableFact;
  readonly why?: string;
};

/** A message could not be read or answered; if it is fatal, the connection ends. */
export type Fault = {
  readonly type: "fault";
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly text: string;
  readonly fatal: boolean;
};

/** What a field takes in one of the games. */
export type FieldRange = {
  readonly sets: "letters" | "numbers";
  readonly low: number | null;
  readonly high: number | null;
};

/** Everything that the director chooses for a tournament. */
export type Format = {
  readonly rules: Rules;
  readonly rounds: number;
  readonly games: number;
  readonly round_minutes: number | null;
  readonly first_draw: "random" | "rating" | "swiss";
  readonly later_draw: "fewest" | "swiss" | "random";
  readonly smallest: 2 | 3 | 4;
  readonly priority: "threes" | "repeats";
  readonly equalise: "none" | "four-thirds";
  readonly tie_breaks: readonly ("big-points" | "total" | "wins" | "direct" | "best-game" | "fewest-penalties" | "opponents" | "last-round")[];
  readonly confirm: "table" | "desk";
  readonly unconfirmed: "count" | "wait";
  readonly final: "none" | "table";
  readonly b_final: boolean;
  readonly final_games: number | null;
  readonly final_minutes: number | null;
  readonly missed: "nothing" | "average" | "fixed";
  readonly missed_points: number;
  readonly cut_after: number | null;
  readonly cut_to: number;
  readonly place: "hall" | "online";
  readonly spectators: boolean;
};

/** The director changed the format. */
export type FormatChanged = {
  readonly type: "format-changed";
  readonly format: Format;
};

/** The format of a tournament; house rules override single fields of the profile. */
export type FormatWish = {
  readonly rounds?: number;
  readonly games?: number;
  readonly round_minutes?: number | null;
  readonly first_draw?: "random" | "rating" | "swiss";
  readonly later_draw?: "fewest" | "random" | "swiss";
  readonly smallest?: 2 | 3 | 4;
  readonly priority?: "repeats" | "threes";
  readonly equalise?: "four-thirds" | "none";
  readonly tie_breaks?: readonly ("best-game" | "big-points" | "direct" | "fewest-penalties" | "last-round" | "opponents" | "total" | "wins")[];
  readonly confirm?: "desk" | "table";
  readonly unconfirmed?: "count" | "wait";
  readonly final?: "none" | "table";
  readonly b_final?: boolean;
  readonly final_games?: number | null;
  readonly final_minutes?: number | null;
  readonly missed?: "average" | "fixed" | "nothing";
  readonly missed_points?: number;
  readonly cut_after?: number | null;
  readonly cut_to?: number;
  readonly place?: "hall" | "online";
  readonly spectators?: boolean;
  readonly profile?: string;
  readonly house?: Readonly<Record<string, string | number | boolean | readonly (string | number | null)[] | null>>;
};

/** The tournament that a code belongs to. */
export type FoundTournament = {
  readonly tournament: string;
  readonly role: string | null;
};

export type FromClient = Hello | Enter | Look | Ping | PutDraft | Leave | ComeBack | Wish | AskHint | SetPace | Say | AddEntropy | ChooseStack | AskRedeal | SkipRedeal | Confirm | Take | Pass | Announce | EndTurn | CastVote;

export type FromServer = Welcome | Pong | TableChanged | WholeView | Moved | Drafted | Ack | Refused | Fault | Hinted | Said | Online | Health;

/** A finished game: where, when, by which rules, who played and who won. */
export type GameInfo = {
  readonly game: string;
  readonly code: string;
  readonly profile: string;
  readonly at: number | null;
  readonly seats: readonly (SeatInfo)[];
  readonly winners: readonly (number)[];
};

/** One game on the score sheet of a match. */
export type GameLine = {
  readonly points: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly starter: number | null;
  readonly big_points: readonly (number)[];
};

/** Finished games, the latest first. */
export type GameList = {
  readonly games: readonly (GameInfo)[];
};

/** What a player got in one game. */
export type GameScore = {
  readonly round: number;
  readonly table: number;
  readonly game: number;
  readonly seat: number;
  readonly points: string;
  readonly written: number;
  readonly big_points: number;
  readonly won: boolean;
  readonly opponents: readonly (string)[];
  readonly confirmed: boolean;
  readonly counts: boolean;
};

/** A game was not started because the time of the round was over. */
export type GameSkipped = {
  readonly type: "game-skipped";
  readonly round: number;
  readonly table: number;
  readonly game: number;
};

/** A guest, with the token. */
export type Guest = {
  readonly person: string;
  readonly name: string;
  readonly avatar: string;
  readonly token: string;
};

/** What the server depends on, when it does not work or works again. */
export type Health = {
  readonly type: "health";
  readonly store: boolean;
  readonly bus: boolean;
};

/** Identify the client; the first message of every connection. */
export type Hello = {
  readonly type: "hello";
  readonly protocol: number;
  readonly token: string;
};

/** The coach's hint for one seat, up to one step. */
export type Hint = {
  readonly version: number;
  readonly step: 1 | 2 | 3;
  readonly code: "hint/lay" | "hint/not-now" | "hint/open" | "hint/pass" | "hint/take" | "hint/unknown-box";
  readonly tiles: number;
  readonly points: number;
  readonly needed: number;
  readonly goes_out: boolean;
  readonly proven: boolean;
  readonly played: readonly (string)[];
  readonly plan: readonly (PlanStep)[];
  readonly table: readonly (readonly (string)[])[];
  readonly double: boolean;
  readonly word: string;
  readonly better: string;
  readonly better_chance: number;
  readonly laying_chance: number;
  readonly waiting: number;
  readonly waits_for: string | null;
};

/** The coach's hint, up to the step that was asked for; faces, not tiles. */
export type Hinted = {
  readonly type: "hinted";
  readonly id: string;
  readonly game: string;
  readonly hint: Hint;
};

/** Leave the game for good. */
export type Leave = {
  readonly type: "leave";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
};

/** What the columns of a list were taken for. */
export type ListHead = {
  readonly has_heading: boolean;
  readonly columns: readonly ("club" | "first-name" | "name" | "public-name" | "rating" | "surname" | "unused")[];
  readonly titles: readonly (string)[];
};

/** The whole log. */
export type LogInfo = {
  readonly entries: readonly (EntryInfo)[];
};

/** Ask for the whole view, for instance because a hash did not match. */
export type Look = {
  readonly type: "look";
};

/** A look at the hidden tiles of an online table; it is written into the log with its reason. */
export type LookWish = {
  readonly round: number;
  readonly table: number;
  readonly why: string;
};

/** The racks of a table, seat by seat. */
export type Looked = {
  readonly game: string;
  readonly version: number;
  readonly table: readonly (readonly (string)[])[];
  readonly racks: readonly (readonly (string)[])[];
};

/** What is known of the person who asks. */
export type Me = {
  readonly person: string;
  readonly name: string;
  readonly avatar: string;
};

/** What happened since a version: events to show, and the fields of the view that changed. */
export type Moved = {
  readonly type: "moved";
  readonly game: string;
  readonly base: number;
  readonly version: number;
  readonly now: number;
  readonly events: readonly (EngineEvent)[];
  readonly changes: EngineViewChanges;
  readonly hash: string;
};

/** Another name or avatar; what is left out stays. */
export type MyChange = {
  readonly name?: string | null;
  readonly avatar?: string | null;
};

/** A player's view of a tournament, with the clocks and the rules that the phone needs. */
export type MyPlace = {
  readonly tournament: string;
  readonly name: string;
  readonly version: number;
  readonly now: number;
  readonly ended: boolean;
  readonly games: number;
  readonly confirm: "desk" | "table";
  readonly online: boolean;
  readonly rules: EngineRules;
  readonly place: OwnPlace;
  readonly clock: RoundClock | null;
  readonly turn_clock: TurnClock | null;
};

/** A person's role in a tournament; for players also where they sit in the last published round. */
export type MyRole = {
  readonly tournament: string;
  readonly role: string;
  readonly who: string;
  readonly name: string;
  readonly player: string | null;
  readonly round: number | null;
  readonly table: number | null;
  readonly seat: number | null;
  readonly lobby_table: string | null;
};

/** A player at the table, including the viewer. */
export type Neighbour = {
  readonly player: string;
  readonly name: string;
  readonly seat: string;
  readonly allowance_seconds: number;
};

/** A new guest; without a name one is generated, in a language. */
export type NewGuest = {
  readonly name?: string | null;
  readonly language?: "cs" | "en" | "pl" | "uk";
};

/** A player as entered: everything known before the tournament assigns a number. */
export type NewPlayer = {
  readonly name: string;
  readonly public_name: string;
  readonly club: string;
  readonly rating: number;
};

/** A table to be created; house rules override single fields of the profile. */
export type NewTable = {
  readonly profile?: string;
  readonly seats?: number;
  readonly house?: Readonly<Record<string, string | number | boolean | readonly (string | number | null)[] | null>>;
  readonly games?: number;
  readonly public?: boolean;
  readonly hints?: boolean;
  readonly spectators?: boolean;
  readonly stand_in?: string;
  readonly bots?: readonly (string)[];
};

/** A tournament to be set up. */
export type NewTournament = {
  readonly name: string;
  readonly format?: FormatWish;
};

/** Which seats are connected, and the number of spectators. */
export type Online = {
  readonly type: "online";
  readonly seats: readonly (boolean)[];
  readonly spectators: number;
};

/** A player's own view of a tournament. */
export type OwnPlace = {
  readonly player: string;
  readonly name: string;
  readonly public_name: string;
  readonly club: string;
  readonly status: "excluded" | "in" | "withdrawn";
  readonly checked_in: boolean;
  readonly round: number | null;
  readonly bye: boolean;
  readonly table: OwnTable | null;
};

/** The table of a player in the last published round. */
export type OwnTable = {
  readonly round: number;
  readonly final: boolean;
  readonly table: number;
  readonly seat: number;
  readonly seats: readonly (Neighbour)[];
  readonly results: readonly (TableResult)[];
  readonly missing: readonly (number)[];
  readonly called_at: number | null;
  readonly lobby_table: string | null;
};

/** Do nothing, which is possible only with an empty bank (E2). */
export type Pass = {
  readonly type: "pass";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
};

/** Ask for the server's time. */
export type Ping = {
  readonly type: "ping";
  readonly number: number;
};

/** A seat of a table, for everybody to see. */
export type PlaceInfo = {
  readonly kind: "bot" | "empty" | "person";
  readonly name: string;
  readonly avatar: string;
  readonly ready: boolean;
  readonly away: boolean;
  readonly online: boolean;
  readonly wants_pause: boolean;
  readonly wants_resume: boolean;
  readonly host: boolean;
  readonly yours: boolean;
};

/** One move, with everything that its text needs. */
export type PlanStep = {
  readonly code: string;
  readonly tiles: readonly (string)[];
  readonly source: number | null;
  readonly target: number;
  readonly source_set: readonly (string)[];
  readonly target_set: readonly (string)[];
  readonly left: readonly (string)[];
  readonly result: readonly (string)[];
};

/** A round of a plan for the day. */
export type PlannedRound = {
  readonly round: number;
  readonly tables: readonly (readonly (string)[])[];
  readonly byes: readonly (string)[];
};

/** A round that was announced in advance: its tables, where nothing has been played. */
export type PlannedSeats = {
  readonly round: number;
  readonly tables: readonly (PublicTable)[];
  readonly byes: readonly (string)[];
};

/** The games behind a player's place. */
export type PlayerGames = {
  readonly player: string;
  readonly games: readonly (GameScore)[];
  readonly rulings: readonly (RuledPoints)[];
};

/** A line of a list as it was read: a player, or why it is not one. */
export type PlayerLine = {
  readonly line: number;
  readonly player: NewPlayer;
  readonly known: boolean;
  readonly problem: RefusalInfo | null;
};

/** The summary of one player. */
export type PlayerReview = {
  readonly seat: number;
  readonly turns: number;
  readonly choices: number;
  readonly best_turns: number;
  readonly tiles: number;
  readonly best_tiles: number;
  readonly accuracy: number | null;
  readonly could_open_at: number | null;
  readonly opened_at: number | null;
  readonly late_turns: number;
  readonly missed_wins: readonly (number)[];
  readonly score: number | null;
  readonly won: boolean;
  readonly points: number;
  readonly best_points: number;
  readonly seen: number | null;
  readonly deal: number;
  readonly luck: number;
  readonly skill: number;
};

/** A player of a tournament. */
export type PlayerState = {
  readonly id: string;
  readonly rating: number;
  readonly number: number;
  readonly checked_in: boolean;
  readonly status: "excluded" | "in" | "withdrawn";
  readonly substitutes: readonly (readonly [number, string])[];
  readonly card: string;
  readonly allowance_seconds: number;
  readonly warnings: number;
  readonly warned_before: number;
  readonly reports: number;
  readonly late: boolean;
};

/** A player: the name, and what the public sees instead of it, if anything. */
export type PlayerWish = {
  readonly name: string;
  readonly public_name?: string;
  readonly club?: string;
  readonly rating?: number | null;
};

/** Players entered the tournament, before its start or late. */
export type PlayersEntered = {
  readonly type: "players-entered";
  readonly players: readonly (Entrant)[];
};

/** A list as it was read; nothing is entered yet. */
export type PlayersRead = {
  readonly head: ListHead;
  readonly lines: readonly (PlayerLine)[];
};

/** Players to enter: text as typed, pasted or from a CSV file; a long list comes in several parts. */
export type PlayersWish = {
  readonly text: string;
  readonly columns?: readonly ("club" | "first-name" | "name" | "public-name" | "rating" | "surname" | "unused")[] | null;
};

/** The server's time. */
export type Pong = {
  readonly type: "pong";
  readonly number: number;
  readonly now: number;
};

/** Why not: every reason, each with a stable code. */
export type Problem = {
  readonly refusals: readonly (RefusalInfo)[];
};

/** A round to be drawn; another seed gives another proposal. */
export type ProposalWish = {
  readonly round: number;
  readonly seed?: string | null;
};

/** A published round: its tables, and its clock as facts from which any page can count down. */
export type PublicRound = {
  readonly round: number;
  readonly final: boolean;
  readonly tables: readonly (PublicTable)[];
  readonly byes: readonly (string)[];
  readonly clock: RoundClock;
  readonly missing: number;
};

/** A line of the public standings. */
export type PublicRow = {
  readonly place: number;
  readonly player: string;
  readonly name: string;
  readonly club: string;
  readonly before: readonly (PublicSitter)[];
  readonly big_points: number;
  readonly points: string;
  readonly wins: number;
  readonly games: number;
  readonly stage: number;
  readonly preliminary: string | null;
  readonly missed_points: string | null;
  readonly before_next: Reason | null;
};

/** A seat of a table, with the points of each game played. */
export type PublicSeat = {
  readonly seat: string;
  readonly player: string;
  readonly name: string;
  readonly points: readonly (number | null)[];
};

/** Somebody who played under a number, and in which rounds. */
export type PublicSitter = {
  readonly name: string;
  readonly first: number;
  readonly last: number;
};

/** A table of a round. */
export type PublicTable = {
  readonly table: number;
  readonly seats: readonly (PublicSeat)[];
  readonly unconfirmed: readonly (number)[];
  readonly lobby_table: string | null;
};

/** A tournament for the public page and the projector. */
export type PublicTournament = {
  readonly tournament: string;
  readonly code: string;
  readonly version: number;
  readonly name: string;
  readonly profile: string;
  readonly rounds_planned: number;
  readonly final: boolean;
  readonly games: number;
  readonly players: number;
  readonly ended: boolean;
  readonly rounds: readonly (PublicRound)[];
  readonly standings: readonly (PublicRow)[];
  readonly plan: readonly (PlannedSeats)[];
};

/** Stream the half-built table; not answered unless it is refused. */
export type PutDraft = {
  readonly type: "draft";
  readonly game: string;
  readonly seat: number;
  readonly turn: number;
  readonly number: number;
  readonly table: readonly (readonly (string)[])[];
};

/** A game against bots that begins at once. */
export type QuickGame = {
  readonly bots: readonly (string)[];
  readonly profile?: string;
  readonly house?: Readonly<Record<string, string | number | boolean | readonly (string | number | null)[] | null>>;
};

/** A referee looked at hidden tiles of a table. */
export type RackSeen = {
  readonly type: "rack-seen";
  readonly round: number;
  readonly table: number;
  readonly game_id: string;
};

/** A player's rating was corrected; it matters for the draw before there are results. */
export type RatingChanged = {
  readonly type: "rating-changed";
  readonly player: string;
  readonly rating: number;
};

/** Whether the person is ready for the next game. */
export type Readiness = {
  readonly ready: boolean;
};

/** Why a player ranks above the next one: what decided, and both values as they are shown. */
export type Reason = {
  readonly criterion: "big-points" | "total" | "wins" | "direct" | "best-game" | "fewest-penalties" | "opponents" | "last-round";
  readonly mine: string;
  readonly theirs: string;
};

/** The review of a record that was sent in, and the key to ask for it again. */
export type RecordReview = {
  readonly key: string;
  readonly analysis: AnalysisInfo;
};

/** A table calls the referee; its clock stops after the turn (M5). */
export type RefereeCalled = {
  readonly type: "referee-called";
  readonly round: number;
  readonly table: number;
  readonly player: string | null;
  readonly turn: number;
  readonly game: number | null;
};

/** One reason, with a stable code, its values and an English sentence. */
export type RefusalInfo = {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly text: string;
};

/** A command was not carried out, for these reasons; nothing changed. */
export type Refused = {
  readonly type: "refused";
  readonly id: string | null;
  readonly refusals: readonly (RefusalInfo)[];
};

/** A tournament to be made again: the text of its backup, export.json. */
export type RestoreWish = {
  readonly text: string;
};

/** A player of the table, or the desk, confirms a result. */
export type ResultConfirmed = {
  readonly type: "result-confirmed";
  readonly round: number;
  readonly table: number;
  readonly game: number;
  readonly player?: string | null;
  readonly seen?: number | null;
};

/** By a ruling another result of the whole table counts; an online game follows it. */
export type ResultCorrected = {
  readonly type: "result-corrected";
  readonly round: number;
  readonly table: number;
  readonly game: number;
  readonly sheet: Sheet;
  readonly anyway?: boolean;
  readonly seen?: number | null;
};

/** The result of a game. */
export type ResultEntered = {
  readonly type: "result-entered";
  readonly round: number;
  readonly table: number;
  readonly game: number;
  readonly sheet: Sheet;
};

/** The result of a game, with who entered and confirmed it. */
export type ResultState = {
  readonly table: number;
  readonly game: number;
  readonly sheet: Sheet;
  readonly entry: number;
  readonly by: Signature;
  readonly confirmed_by: readonly (string)[];
  readonly confirmed: boolean;
  readonly corrected: boolean;
};

/** A player who had left is back. */
export type Returned = {
  readonly type: "returned";
  readonly player: string;
};

/** A person joined with a code; undoing it takes the role away again. */
export type RoleGiven = {
  readonly type: "role-given";
  readonly person: string;
  readonly role: "director" | "head-referee" | "referee" | "player" | "server";
  readonly player: string | null;
};

/** The seating of one round: tables of players in the order of their seats, and who sits out. */
export type Round = {
  readonly tables: readonly (readonly (string)[])[];
  readonly byes: readonly (string)[];
};

/** The clock of a round: facts only; the time left is computed for a given moment. */
export type RoundClock = {
  readonly total_ms: number | null;
  readonly ran_ms: number;
  readonly running_since: number | null;
  readonly started: boolean;
  readonly over: boolean;
};

/** One line of the standings. */
export type Row = {
  readonly place: number;
  readonly player: string;
  readonly big_points: number;
  readonly total: string;
  readonly wins: number;
  readonly games: number;
  readonly best_game: string;
  readonly penalties: number;
  readonly ruled_points: number;
  readonly byes: number;
  readonly missed: number;
  readonly missed_points: string;
  readonly stage: number;
  readonly preliminary: string | null;
  readonly unconfirmed: number;
  readonly card: string;
  readonly before: readonly (Sitter)[];
  readonly before_next: Reason | null;
};

/** A field of the rules: what it means and what it takes; their list has the order to show them in. */
export type RuleField = {
  readonly name: string;
  readonly rules: readonly (string)[];
  readonly text: string;
  readonly allowed: string;
  readonly kind: "choice" | "list" | "number" | "switch" | "text";
  readonly values: readonly (string)[];
  readonly none: boolean;
  readonly games: readonly (FieldRange)[];
  readonly even_stacks: boolean;
  readonly group: "box" | "deal" | "end" | "manners" | "opening" | "time" | "words";
  readonly chosen: "book" | "house" | "table";
};

/** Points that a referee gave to a player or took away. */
export type RuledPoints = {
  readonly round: number;
  readonly table: number;
  readonly points: number;
  readonly counts: boolean;
};

export type Rules = EngineRules;

/** A referee has ruled; rulings are final (M5). */
export type RulingMade = {
  readonly type: "ruling-made";
  readonly round: number;
  readonly table: number;
  readonly kind: "restart-turn" | "take-back-turn" | "penalty-tiles" | "correct-score" | "points" | "restore-table" | "other";
  readonly player: string | null;
  readonly value: number;
  readonly game: number | null;
};

/** A ruling, carried out at once by an online game. */
export type RulingWish = {
  readonly round: number;
  readonly table: number;
  readonly kind: "other" | "penalty-tiles" | "points" | "restart-turn" | "restore-table" | "take-back-turn";
  readonly player?: string | null;
  readonly value?: number;
  readonly game?: number | null;
  readonly why: string;
};

/** A player at the table said a preset phrase. */
export type Said = {
  readonly type: "said";
  readonly seat: number;
  readonly phrase: string;
};

/** Say one of the preset phrases. */
export type Say = {
  readonly type: "say";
  readonly phrase: string;
};

/** Who played a seat; a name is empty once the person is forgotten. */
export type SeatInfo = {
  readonly kind: "bot" | "empty" | "person";
  readonly name: string;
  readonly avatar: string;
  readonly yours: boolean;
};

/** Which seat to sit in; without one, the first that is free. */
export type SeatWish = {
  readonly seat?: number | null;
};

/** A proposal for a round's seating; a new one replaces it. */
export type SeatingDrawn = {
  readonly type: "seating-drawn";
  readonly round: number;
  readonly tables: readonly (readonly (string)[])[];
  readonly byes?: readonly (string)[];
  readonly method?: string;
  readonly seed?: string;
};

/** The seating of a round was published. */
export type SeatingPublished = {
  readonly type: "seating-published";
  readonly round: number;
};

/** Two players were swapped by hand in a proposal. */
export type SeatsSwapped = {
  readonly type: "seats-swapped";
  readonly round: number;
  readonly one: string;
  readonly other: string;
};

/** A record as it stands in its file, JSON Lines (docs/record.md). */
export type SentRecord = {
  readonly record: string;
};

/** Say how fast bots should play; it takes effect where all people at the table chose the same. */
export type SetPace = {
  readonly type: "pace";
  readonly pace: "normal" | "quick" | "slow";
};

/** What a table writes down after a game, seat by seat. */
export type Sheet = {
  readonly points: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly ended: "rack-empty" | "lowest-rack" | "abandoned";
  readonly racks?: readonly (number)[] | null;
  readonly game_id?: string | null;
};

/** Who did it: a role, and the pseudonym of a person or the number of a player. */
export type Signature = {
  readonly role: "director" | "head-referee" | "referee" | "player" | "server";
  readonly who: string;
};

/** Somebody who played under a player's number: whose card, from which round to which. */
export type Sitter = {
  readonly card: string;
  readonly first: number;
  readonly last: number;
};

/** Begin without the rest of the window for a new deal: for whoever plays against bots alone. */
export type SkipRedeal = {
  readonly type: "skip-redeal";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
};

/** Who substitutes for a player, and why. */
export type SubstituteWish = {
  readonly name: PlayerWish;
  readonly round?: number | null;
  readonly why?: string;
};

/** A substitute plays for a player, with the same score; each round keeps who sat there. */
export type Substituted = {
  readonly type: "substituted";
  readonly player: string;
  readonly substitute: string;
  readonly round: number | null;
};

/** Two players to be swapped, to see what it would cost. */
export type SwapWish = {
  readonly round: number;
  readonly one: string;
  readonly other: string;
};

/** The table you follow, after entering and whenever it changes. */
export type TableChanged = {
  readonly type: "table";
  readonly table: TableInfo;
  readonly seat: number | null;
};

/** The clock of a table that counts, with the server's time. */
export type TableClock = {
  readonly now: number;
  readonly clock: TurnClock;
};

/** What happened at a table, without anything hidden. */
export type TableHistory = {
  readonly events: readonly (EngineEvent)[];
};

/** A table of the lobby, as everybody may know it. */
export type TableInfo = {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly stage: "between" | "open" | "over" | "playing";
  readonly profile: string;
  readonly rules: EngineRules;
  readonly differences: readonly (Difference)[];
  readonly games: number;
  readonly public: boolean;
  readonly hints: boolean;
  readonly spectators: boolean;
  readonly stand_in: string;
  readonly places: readonly (PlaceInfo)[];
  readonly game: string | null;
  readonly lines: readonly (GameLine)[];
  readonly totals: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly matches: number;
  readonly tournament: TournamentTable | null;
  readonly freed: boolean;
};

/** Public tables. */
export type TableList = {
  readonly tables: readonly (TableInfo)[];
};

/** A table of a round was opened on this server. */
export type TableOpened = {
  readonly type: "table-opened";
  readonly round: number;
  readonly table: number;
  readonly lobby_table: string;
};

/** The options of a table, all of them; house rules override single fields of the profile. */
export type TableOptions = {
  readonly profile: string;
  readonly seats: number;
  readonly house?: Readonly<Record<string, string | number | boolean | readonly (string | number | null)[] | null>>;
  readonly games?: number;
  readonly public?: boolean;
  readonly hints?: boolean;
  readonly spectators?: boolean;
  readonly stand_in?: string;
};

/** The result of a game of the table, and what the viewer may still do about it. */
export type TableResult = {
  readonly game: number;
  readonly entry: number;
  readonly points: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly ended: "abandoned" | "lowest-rack" | "rack-empty";
  readonly confirmed: boolean;
  readonly corrected: boolean;
  readonly mine: boolean;
  readonly may_confirm: boolean;
  readonly typed: boolean;
};

/** Take a tile instead of laying (P1). */
export type Take = {
  readonly type: "take";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly seen: number;
  readonly stack?: number | null;
};

/** A round has more time, or less. */
export type TimeAdded = {
  readonly type: "time-added";
  readonly round: number;
  readonly seconds: number;
};

/** The time of a round is over: every table finishes its turn and plays its last turns (T10, E2, R-7). */
export type TimeEnded = {
  readonly type: "time-ended";
  readonly round: number;
};

/** The tournament is over. */
export type TournamentEnded = {
  readonly type: "event-ended";
};

/** A tournament in a person's list. */
export type TournamentLine = {
  readonly tournament: string;
  readonly name: string;
  readonly role: string;
  readonly opened_at: number;
  readonly ended: boolean;
  readonly players: number;
  readonly round: number;
  readonly rounds: number;
  readonly place: string;
};

/** The tournaments of a person, the newest first. */
export type TournamentList = {
  readonly tournaments: readonly (TournamentLine)[];
};

/** A tournament, and the codes that give roles in it. */
export type TournamentMade = {
  readonly tournament: string;
  readonly director: string;
  readonly head_referee: string;
  readonly referee: string;
};

/** A tournament was created. */
export type TournamentOpened = {
  readonly type: "event-opened";
  readonly name: string;
  readonly format: Format;
  readonly seed: string;
};

/** The director gave the tournament another name. */
export type TournamentRenamed = {
  readonly type: "tournament-renamed";
  readonly name: string;
};

/** The tournament that was made again from its backup. */
export type TournamentRestored = {
  readonly tournament: string;
};

/** A round, for the desk. */
export type TournamentRound = {
  readonly round: number;
  readonly method: string;
  readonly published: boolean;
  readonly tables: readonly (readonly (string)[])[];
  readonly byes: readonly (string)[];
  readonly clock: RoundClock;
  readonly results: readonly (ResultState)[];
  readonly missing: readonly (readonly [number, number])[];
  readonly skipped: readonly (readonly [number, number])[];
  readonly cost: Cost | null;
  readonly games: number;
  readonly final: boolean;
  readonly lobby_tables: Readonly<Record<string, string>>;
};

/** Where an online table is in its tournament. */
export type TournamentTable = {
  readonly tournament: string;
  readonly name: string;
  readonly round: number;
  readonly final: boolean;
  readonly table: number;
};

/** A tournament as the desk sees it; who asks, and the server's time, are in the headers of the answer. */
export type TournamentView = {
  readonly tournament: string;
  readonly code: string;
  readonly name: string;
  readonly version: number;
  readonly ended: boolean;
  readonly format: Format;
  readonly players: readonly (PlayerState)[];
  readonly cards: Readonly<Record<string, Card>>;
  readonly names: Readonly<Record<string, string>>;
  readonly has_head_referee: boolean;
  readonly came_in: readonly (string)[];
  readonly may_be_excluded: readonly (string)[];
  readonly rounds: readonly (TournamentRound)[];
  readonly standings: readonly (Row)[];
  readonly calls: readonly (Call)[];
  readonly wishes: Wishes;
  readonly plan: readonly (PlannedRound)[];
};

/** The clock of a table after a press. */
export type TurnClock = {
  readonly presses: number;
  readonly game: number;
  readonly turn: number;
  readonly seat: number;
  readonly started_at: number;
  readonly limit_ms: number;
  readonly paused_at: number | null;
  readonly stop_after: number | null;
  readonly lap_from: number | null;
  readonly lap_why: "bank" | "time" | null;
};

/** The clock of a table after a press. */
export type TurnClockWish = {
  readonly presses: number;
  readonly game: number;
  readonly turn: number;
  readonly seat: number;
  readonly started_at: number;
  readonly limit_ms: number;
  readonly paused_at?: number | null;
  readonly stop_after?: number | null;
  readonly lap_from?: number | null;
  readonly lap_why?: "bank" | "time" | null;
};

/** One turn: the best play and what was played. */
export type TurnReview = {
  readonly turn: number;
  readonly seat: number;
  readonly version: number;
  readonly opened: boolean;
  readonly rack: readonly (string)[];
  readonly table: readonly (readonly (string)[])[];
  readonly deed: "lay" | "left" | "mistake" | "open" | "pass" | "take" | "time-up";
  readonly played: readonly (string)[];
  readonly points: number;
  readonly best_played: readonly (string)[];
  readonly best_points: number;
  readonly best_worth: number;
  readonly best_table: readonly (readonly (string)[])[];
  readonly proven: boolean;
  readonly left: number;
  readonly wins: boolean;
  readonly missed_tiles: number;
  readonly missed_points: number;
  readonly is_choice: boolean;
  readonly is_best: boolean;
  readonly missed_win: boolean;
  readonly could_win: boolean;
  readonly by_points: boolean;
  readonly word: string;
  readonly double: boolean;
  readonly best_word: string;
  readonly best_double: boolean;
  readonly dictionary_word: string;
  readonly dictionary_points: number;
  readonly bound: number;
  readonly person_word: string;
  readonly person_points: number;
  readonly chances: readonly (number)[];
  readonly chance: number;
  readonly best_choice: string;
  readonly best_chance: number;
  readonly cost: number;
  readonly matters: boolean;
};

/** An entry does not count any more; undoing this one brings it back. */
export type Undone = {
  readonly type: "undone";
  readonly entry: number;
};

/** A referee warned a player (M6); never public. */
export type WarningGiven = {
  readonly type: "warning-given";
  readonly player: string;
};

/** The answer to hello. */
export type Welcome = {
  readonly type: "welcome";
  readonly protocol: number;
  readonly person: string;
  readonly name: string;
  readonly avatar: string;
  readonly now: number;
};

/** The whole game as far as you may know it. */
export type WholeView = {
  readonly type: "view";
  readonly game: string;
  readonly version: number;
  readonly now: number;
  readonly view: EngineGameView;
  readonly hash: string;
  readonly draft: DraftInfo | null;
};

/** Ask for a pause, to resume, or for neither; it happens when all ask for it. */
export type Wish = {
  readonly type: "wish";
  readonly id: string;
  readonly game: string;
  readonly seat: number;
  readonly wish: "pause" | "resume" | null;
};

/** What a director wishes for the seating of a tournament. */
export type Wishes = {
  readonly apart_rounds: number;
  readonly families: readonly (readonly (string)[])[];
  readonly never: readonly (readonly [string, string])[];
  readonly fixed: readonly (readonly [string, number])[];
};

/** The director stated what is wished for the seating, instead of what was wished before. */
export type WishesStated = {
  readonly type: "wishes-stated";
  readonly wishes: Wishes;
};

/** A player leaves the tournament; what was played counts. */
export type Withdrawn = {
  readonly type: "withdrawn";
  readonly player: string;
};

/** Whether a word may be laid, and if not, why. */
export type WordInfo = {
  readonly word: string;
  readonly valid: boolean;
  readonly reasons: readonly (RefusalInfo)[];
  readonly vulgar: boolean;
};

/** What a person may write into the log; fields with defaults may be left out. */
export type WritableFact = FormatChanged | TournamentRenamed | RatingChanged | CheckedIn | Withdrawn | Returned | SeatingDrawn | WishesStated | SeatsSwapped | SeatingPublished | ClockStarted | ClockPaused | TimeAdded | TimeEnded | AllowanceGiven | ResultEntered | ResultConfirmed | ResultCorrected | GameSkipped | CallAnswered | ConductReported | WarningGiven | Excluded | TournamentEnded | Undone;

/** The entry that was written. */
export type Written = {
  readonly entry: Entry;
};
