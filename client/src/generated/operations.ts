// Made from the Python code by `make docs` (tools/generate_protocol.py); do not edit.

/** Come in as a guest. */
export const arrive = "POST /api/guests";
/** What is known of the person who asks. */
export const me = "GET /api/me";
/** Change name or avatar. */
export const changeMe = "PATCH /api/me";
/** Be forgotten now. */
export const eraseMe = "DELETE /api/me";
/** A code to go on from another device. */
export const inviteDevice = "POST /api/me/devices";
/** Whether another device has used a code. */
export const deviceState = "GET /api/me/devices/{code}";
/** Be who a code belongs to. */
export const enterByDeviceCode = "POST /api/devices";
/** Profiles, rule fields, bots, phrases. */
export const choices = "GET /api/choices";
/** Look a word up (W8). */
export const lookUp = "GET /api/words/{word}";
/** Look a word up in a game with a theme (W16). */
export const lookUpInTheme = "GET /api/themes/{theme}/words/{word}";
/** Public tables. */
export const publicTables = "GET /api/tables";
/** Set a table. */
export const createTable = "POST /api/tables";
/** Play against bots at once. */
export const quickGame = "POST /api/quick";
/** Find a table by its code. */
export const findTable = "GET /api/codes/{code}";
/** Look at a table. */
export const lookAtTable = "GET /api/tables/{table}";
/** A QR code of the link to a table. */
export const tableQr = "GET /api/tables/{table}/qr.svg";
/** Change the options. */
export const setOptions = "PUT /api/tables/{table}";
/** Sit down. */
export const sitDown = "POST /api/tables/{table}/seats";
/** Stand up, or free a seat as the host. */
export const standUp = "DELETE /api/tables/{table}/seats/{seat}";
/** Seat a bot or send it away. */
export const seatBot = "PUT /api/tables/{table}/seats/{seat}/bot";
/** Say whether one is ready; when all are, the game begins. */
export const setReady = "PUT /api/tables/{table}/seats/{seat}/ready";
/** Begin with those who are ready. */
export const startMatch = "POST /api/tables/{table}/start";
/** Play another match. */
export const rematch = "POST /api/tables/{table}/rematch";
/** Give a seat more time. */
export const giveAllowance = "POST /api/games/{game}/allowances";
/** The finished games of the person who asks, the latest first. */
export const myGames = "GET /api/me/games";
/** A finished game: who played, who won. */
export const lookAtGame = "GET /api/games/{game}";
/** The record of a finished game. */
export const gameRecord = "GET /api/games/{game}/record";
/** Have a finished game reviewed by the coach, in the background. */
export const startAnalysis = "POST /api/games/{game}/analysis";
/** How far the review of a game is, and what came of it. */
export const lookAtAnalysis = "GET /api/games/{game}/analysis";
/** Have an uploaded record reviewed; it is not kept. */
export const reviewRecord = "POST /api/records/reviews";
/** How far the review of a record is, and what came of it. */
export const lookAtReview = "GET /api/records/reviews/{key}";
/** The best play for a rack and a table. */
export const solvePosition = "POST /api/solve";
/** The best turn with words, every opening, what letters spell, or a turn that lays the whole rack. */
export const solveWords = "POST /api/solve/words";
/** Set up a tournament. */
export const openTournament = "POST /api/tournaments";
/** Make a tournament again from its backup, verified by its seals. */
export const restoreTournament = "POST /api/tournaments/restore";
/** The tournaments in which one has a part. */
export const myTournaments = "GET /api/tournaments";
/** The tournament that a code belongs to. */
export const findTournament = "POST /api/tournaments/find";
/** A tournament as the desk sees it. */
export const tournamentView = "GET /api/tournaments/{tournament}";
/** What everybody may see of a tournament. */
export const publicTournament = "GET /api/tournaments/{tournament}/public";
/** Forget a tournament. */
export const deleteTournament = "DELETE /api/tournaments/{tournament}";
/** Change the format. */
export const changeFormat = "PUT /api/tournaments/{tournament}/format";
/** As whom one signs here. */
export const myRole = "GET /api/tournaments/{tournament}/me";
/** The clocks of the rounds. */
export const tournamentClocks = "GET /api/tournaments/{tournament}/clocks";
/** Take the role that a code gives. */
export const claimRole = "POST /api/tournaments/{tournament}/claim";
/** The codes of a tournament. */
export const tournamentCodes = "GET /api/tournaments/{tournament}/codes";
/** The log of a tournament. */
export const tournamentLog = "GET /api/tournaments/{tournament}/log";
/** Propose a seating for a round, drawn as the format asks. */
export const proposeRound = "POST /api/tournaments/{tournament}/proposals";
/** Draw all rounds that are left in advance, and announce them. */
export const planDay = "POST /api/tournaments/{tournament}/plans";
/** What a swap would cost. */
export const swapCost = "POST /api/tournaments/{tournament}/swap-cost";
/** Write a fact into the log. */
export const writeFact = "POST /api/tournaments/{tournament}/facts";
/** Read a list of players without entering it. */
export const readList = "POST /api/tournaments/{tournament}/players/reading";
/** Enter players. */
export const enterPlayers = "POST /api/tournaments/{tournament}/players";
/** Change a player's name. */
export const renamePlayer = "PUT /api/tournaments/{tournament}/players/{player}";
/** Forget a player's name. */
export const erasePlayer = "DELETE /api/tournaments/{tournament}/players/{player}/name";
/** Substitute a player. */
export const substitutePlayer = "POST /api/tournaments/{tournament}/players/{player}/substitute";
/** The games behind a place. */
export const playerGames = "GET /api/tournaments/{tournament}/players/{player}/games";
/** Call the referee to a table. */
export const callReferee = "POST /api/tournaments/{tournament}/calls";
/** Rule. */
export const makeRuling = "POST /api/tournaments/{tournament}/rulings";
/** Look at hidden tiles; it is logged. */
export const lookAtRacks = "POST /api/tournaments/{tournament}/looks";
/** What happened at an online table. */
export const tableHistory = "GET /api/tournaments/{tournament}/rounds/{round}/tables/{number}/history";
/** A player's own view: table, results, clocks. */
export const myPlace = "GET /api/tournaments/{tournament}/mine";
/** Press the clock of a table. */
export const pressClock = "PUT /api/tournaments/{tournament}/rounds/{round}/tables/{number}/clock";
