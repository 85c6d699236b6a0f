// Made from the Python code by `make docs` (tools/generate_protocol.py); do not edit.

import type {
  Allowance,
  AnalysisInfo,
  AskedPosition,
  AskedWords,
  BestPlay,
  BestWords,
  BotWish,
  CallWish,
  Choices,
  Clocks,
  CodeWish,
  Codes,
  Cost,
  DeviceEntry,
  DeviceInvitation,
  DeviceState,
  DeviceWish,
  Done,
  Draw,
  FactWish,
  FormatWish,
  FoundTournament,
  GameInfo,
  GameList,
  Guest,
  LogInfo,
  LookWish,
  Looked,
  Me,
  MyChange,
  MyPlace,
  MyRole,
  NewGuest,
  NewTable,
  NewTournament,
  PlayerGames,
  PlayerWish,
  PlayersRead,
  PlayersWish,
  ProposalWish,
  PublicTournament,
  QuickGame,
  Readiness,
  RecordReview,
  RestoreWish,
  RulingWish,
  SeatWish,
  SentRecord,
  SubstituteWish,
  SwapWish,
  TableClock,
  TableHistory,
  TableInfo,
  TableList,
  TableOptions,
  TournamentList,
  TournamentMade,
  TournamentRestored,
  TournamentView,
  TurnClockWish,
  WordInfo,
  Written,
} from "./protocol";

/** Every call: the parts of its address, its body (undefined: none) and its answer. */
export type Calls = {
  /** Come in as a guest. */
  "POST /api/guests": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: NewGuest;
    readonly answer: Guest;
  };
  /** What is known of the person who asks. */
  "GET /api/me": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Me;
  };
  /** Change name or avatar. */
  "PATCH /api/me": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: MyChange;
    readonly answer: Me;
  };
  /** Be forgotten now. */
  "DELETE /api/me": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Done;
  };
  /** A code to go on from another device. */
  "POST /api/me/devices": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: DeviceWish;
    readonly answer: DeviceInvitation;
  };
  /** Whether another device has used a code. */
  "GET /api/me/devices/{code}": {
    readonly path: { readonly code: string };
    readonly body: undefined;
    readonly answer: DeviceState;
  };
  /** Be who a code belongs to. */
  "POST /api/devices": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: DeviceEntry;
    readonly answer: Guest;
  };
  /** Profiles, rule fields, bots, phrases. */
  "GET /api/choices": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Choices;
  };
  /** Look a word up (W8). */
  "GET /api/words/{word}": {
    readonly path: { readonly word: string };
    readonly body: undefined;
    readonly answer: WordInfo;
  };
  /** Look a word up in a game with a theme (W16). */
  "GET /api/themes/{theme}/words/{word}": {
    readonly path: { readonly theme: string; readonly word: string };
    readonly body: undefined;
    readonly answer: WordInfo;
  };
  /** Public tables. */
  "GET /api/tables": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: TableList;
  };
  /** Set a table. */
  "POST /api/tables": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: NewTable;
    readonly answer: TableInfo;
  };
  /** Play against bots at once. */
  "POST /api/quick": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: QuickGame;
    readonly answer: TableInfo;
  };
  /** Find a table by its code. */
  "GET /api/codes/{code}": {
    readonly path: { readonly code: string };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Look at a table. */
  "GET /api/tables/{table}": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** A QR code of the link to a table. */
  "GET /api/tables/{table}/qr.svg": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: string;
  };
  /** Change the options. */
  "PUT /api/tables/{table}": {
    readonly path: { readonly table: string };
    readonly body: TableOptions;
    readonly answer: TableInfo;
  };
  /** Sit down. */
  "POST /api/tables/{table}/seats": {
    readonly path: { readonly table: string };
    readonly body: SeatWish;
    readonly answer: TableInfo;
  };
  /** Stand up, or free a seat as the host. */
  "DELETE /api/tables/{table}/seats/{seat}": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Seat a bot or send it away. */
  "PUT /api/tables/{table}/seats/{seat}/bot": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: BotWish;
    readonly answer: TableInfo;
  };
  /** Say whether one is ready; when all are, the game begins. */
  "PUT /api/tables/{table}/seats/{seat}/ready": {
    readonly path: { readonly table: string; readonly seat: number };
    readonly body: Readiness;
    readonly answer: TableInfo;
  };
  /** Begin with those who are ready. */
  "POST /api/tables/{table}/start": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Play another match. */
  "POST /api/tables/{table}/rematch": {
    readonly path: { readonly table: string };
    readonly body: undefined;
    readonly answer: TableInfo;
  };
  /** Give a seat more time. */
  "POST /api/games/{game}/allowances": {
    readonly path: { readonly game: string };
    readonly body: Allowance;
    readonly answer: Done;
  };
  /** The finished games of the person who asks, the latest first. */
  "GET /api/me/games": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: GameList;
  };
  /** A finished game: who played, who won. */
  "GET /api/games/{game}": {
    readonly path: { readonly game: string };
    readonly body: undefined;
    readonly answer: GameInfo;
  };
  /** The record of a finished game. */
  "GET /api/games/{game}/record": {
    readonly path: { readonly game: string };
    readonly body: undefined;
    readonly answer: string;
  };
  /** Have a finished game reviewed by the coach, in the background. */
  "POST /api/games/{game}/analysis": {
    readonly path: { readonly game: string };
    readonly body: undefined;
    readonly answer: AnalysisInfo;
  };
  /** How far the review of a game is, and what came of it. */
  "GET /api/games/{game}/analysis": {
    readonly path: { readonly game: string };
    readonly body: undefined;
    readonly answer: AnalysisInfo;
  };
  /** Have an uploaded record reviewed; it is not kept. */
  "POST /api/records/reviews": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: SentRecord;
    readonly answer: RecordReview;
  };
  /** How far the review of a record is, and what came of it. */
  "GET /api/records/reviews/{key}": {
    readonly path: { readonly key: string };
    readonly body: undefined;
    readonly answer: AnalysisInfo;
  };
  /** The best play for a rack and a table. */
  "POST /api/solve": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: AskedPosition;
    readonly answer: BestPlay;
  };
  /** The best turn with words, every opening, what letters spell, or a turn that lays the whole rack. */
  "POST /api/solve/words": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: AskedWords;
    readonly answer: BestWords;
  };
  /** Set up a tournament. */
  "POST /api/tournaments": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: NewTournament;
    readonly answer: TournamentMade;
  };
  /** Make a tournament again from its backup, verified by its seals. */
  "POST /api/tournaments/restore": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: RestoreWish;
    readonly answer: TournamentRestored;
  };
  /** The tournaments in which one has a part. */
  "GET /api/tournaments": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: TournamentList;
  };
  /** The tournament that a code belongs to. */
  "POST /api/tournaments/find": {
    readonly path: Readonly<Record<string, never>>;
    readonly body: CodeWish;
    readonly answer: FoundTournament;
  };
  /** A tournament as the desk sees it. */
  "GET /api/tournaments/{tournament}": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: TournamentView;
  };
  /** What everybody may see of a tournament. */
  "GET /api/tournaments/{tournament}/public": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: PublicTournament;
  };
  /** Forget a tournament. */
  "DELETE /api/tournaments/{tournament}": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: Done;
  };
  /** Change the format. */
  "PUT /api/tournaments/{tournament}/format": {
    readonly path: { readonly tournament: string };
    readonly body: FormatWish;
    readonly answer: Written;
  };
  /** As whom one signs here. */
  "GET /api/tournaments/{tournament}/me": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: MyRole;
  };
  /** The clocks of the rounds. */
  "GET /api/tournaments/{tournament}/clocks": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: Clocks;
  };
  /** Take the role that a code gives. */
  "POST /api/tournaments/{tournament}/claim": {
    readonly path: { readonly tournament: string };
    readonly body: CodeWish;
    readonly answer: MyRole;
  };
  /** The codes of a tournament. */
  "GET /api/tournaments/{tournament}/codes": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: Codes;
  };
  /** The log of a tournament. */
  "GET /api/tournaments/{tournament}/log": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: LogInfo;
  };
  /** Propose a seating for a round, drawn as the format asks. */
  "POST /api/tournaments/{tournament}/proposals": {
    readonly path: { readonly tournament: string };
    readonly body: ProposalWish;
    readonly answer: Draw;
  };
  /** Draw all rounds that are left in advance, and announce them. */
  "POST /api/tournaments/{tournament}/plans": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: Written;
  };
  /** What a swap would cost. */
  "POST /api/tournaments/{tournament}/swap-cost": {
    readonly path: { readonly tournament: string };
    readonly body: SwapWish;
    readonly answer: Cost;
  };
  /** Write a fact into the log. */
  "POST /api/tournaments/{tournament}/facts": {
    readonly path: { readonly tournament: string };
    readonly body: FactWish;
    readonly answer: Written;
  };
  /** Read a list of players without entering it. */
  "POST /api/tournaments/{tournament}/players/reading": {
    readonly path: { readonly tournament: string };
    readonly body: PlayersWish;
    readonly answer: PlayersRead;
  };
  /** Enter players. */
  "POST /api/tournaments/{tournament}/players": {
    readonly path: { readonly tournament: string };
    readonly body: PlayersWish;
    readonly answer: Written;
  };
  /** Change a player's name. */
  "PUT /api/tournaments/{tournament}/players/{player}": {
    readonly path: { readonly tournament: string; readonly player: string };
    readonly body: PlayerWish;
    readonly answer: Done;
  };
  /** Forget a player's name. */
  "DELETE /api/tournaments/{tournament}/players/{player}/name": {
    readonly path: { readonly tournament: string; readonly player: string };
    readonly body: undefined;
    readonly answer: Done;
  };
  /** Substitute a player. */
  "POST /api/tournaments/{tournament}/players/{player}/substitute": {
    readonly path: { readonly tournament: string; readonly player: string };
    readonly body: SubstituteWish;
    readonly answer: Written;
  };
  /** The games behind a place. */
  "GET /api/tournaments/{tournament}/players/{player}/games": {
    readonly path: { readonly tournament: string; readonly player: string };
    readonly body: undefined;
    readonly answer: PlayerGames;
  };
  /** Call the referee to a table. */
  "POST /api/tournaments/{tournament}/calls": {
    readonly path: { readonly tournament: string };
    readonly body: CallWish;
    readonly answer: Written;
  };
  /** Rule. */
  "POST /api/tournaments/{tournament}/rulings": {
    readonly path: { readonly tournament: string };
    readonly body: RulingWish;
    readonly answer: Written;
  };
  /** Look at hidden tiles; it is logged. */
  "POST /api/tournaments/{tournament}/looks": {
    readonly path: { readonly tournament: string };
    readonly body: LookWish;
    readonly answer: Looked;
  };
  /** What happened at an online table. */
  "GET /api/tournaments/{tournament}/rounds/{round}/tables/{number}/history": {
    readonly path: { readonly tournament: string; readonly round: number; readonly number: number };
    readonly body: undefined;
    readonly answer: TableHistory;
  };
  /** A player's own view: table, results, clocks. */
  "GET /api/tournaments/{tournament}/mine": {
    readonly path: { readonly tournament: string };
    readonly body: undefined;
    readonly answer: MyPlace;
  };
  /** Press the clock of a table. */
  "PUT /api/tournaments/{tournament}/rounds/{round}/tables/{number}/clock": {
    readonly path: { readonly tournament: string; readonly round: number; readonly number: number };
    readonly body: TurnClockWish;
    readonly answer: TableClock;
  };
};

/** The calls whose answers are written once for all who ask, and have a tag. */
export type KeptPages =
  | "GET /api/tournaments/{tournament}"
  | "GET /api/tournaments/{tournament}/public";

/** The calls that need no token. */
export type OpenCalls =
  | "POST /api/guests"
  | "POST /api/devices"
  | "GET /api/choices"
  | "GET /api/words/{word}"
  | "GET /api/themes/{theme}/words/{word}"
  | "GET /api/tables"
  | "GET /api/codes/{code}"
  | "GET /api/tables/{table}"
  | "GET /api/tables/{table}/qr.svg"
  | "POST /api/solve"
  | "POST /api/solve/words"
  | "POST /api/tournaments/find"
  | "GET /api/tournaments/{tournament}/public"
  | "GET /api/tournaments/{tournament}/clocks";
