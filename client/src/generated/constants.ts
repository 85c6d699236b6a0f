// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit.

/** The bots to choose from, the weakest first; one that blunders on purpose is for tests. */
export const BOTS = [
  "random-legal",
  "beginner",
  "casual",
  "club",
  "expert",
  "holder",
  "adaptive"
] as const;

/** Who the bots are; the last for levels without one. */
export const CHARACTERS = [
  "pinwheel",
  "cloud",
  "sprout",
  "pebble",
  "ember",
  "summit",
  "lantern",
  "moon"
] as const;

/** Which character plays at a level. */
export const CHARACTER_BY_LEVEL = {
  "random": "pinwheel",
  "random-legal": "cloud",
  "beginner": "sprout",
  "casual": "pebble",
  "club": "ember",
  "expert": "summit",
  "holder": "moon",
  "adaptive": "lantern"
} as const;

/** What an avatar shows: <motif>-<ground>. */
export const AVATAR_MOTIFS = [
  "fox",
  "owl",
  "hedgehog",
  "cat",
  "whale",
  "bee",
  "snail",
  "mushroom",
  "tulip",
  "cherries",
  "kettle",
  "boat"
] as const;

/** What colour it lies on. */
export const AVATAR_GROUNDS = [
  "sea",
  "moss",
  "clay",
  "heather"
] as const;

/** The bot that plays for a player who has left, unless another is chosen. */
export const STAND_IN = "casual" as const;

/** Everything that can be said at a table, in the order of the panel. */
export const PHRASES = [
  "hello",
  "good-luck",
  "nice-move",
  "well-played",
  "thank-you",
  "sorry",
  "oops",
  "one-moment",
  "back-again",
  "hurry-up",
  "good-game",
  "rematch",
  "smile",
  "wow",
  "thinking",
  "applause"
] as const;

/** The most characters of a person's name. */
export const NAME_LIMIT = 24 as const;

/** Why a game is paused between two players of one device. */
export const HANDED_OVER = "the device is being handed over" as const;

/** Why a game is paused that everybody has left alone. */
export const DESERTED = "nobody is at the table" as const;

/** Why a game is paused that everybody wants to pause. */
export const AGREED = "all agreed to pause" as const;

/** A table as it is set when nobody has chosen otherwise. */
export const NEW_TABLE = {
  "seats": 4,
  "games": 1,
  "public": false,
  "spectators": true
} as const;

/** The most games of a match. */
export const MAX_GAMES = 20 as const;

/** The most characters of a player's name or club. */
export const PLAYER_NAME_LIMIT = 60 as const;

/** The most characters of a tournament's name. */
export const TOURNAMENT_NAME_LIMIT = 100 as const;

/** The most characters of a reason. */
export const WHY_LIMIT = 500 as const;

/** The most points of a seat on a result sheet, plus or minus. */
export const POINTS_LIMIT = 9999 as const;

/** The most lines of a list of players. */
export const LINES_LIMIT = 2000 as const;

/** The addresses that the server answers with this client. */
export const PAGES = [
  "/",
  "/create",
  "/join",
  "/settings",
  "/move",
  "/privacy",
  "/keys",
  "/solver",
  "/rules",
  "/rules/{profile}",
  "/replay",
  "/replay/{game}",
  "/tutorial",
  "/tournaments",
  "/tournaments/new",
  "/tournaments/{tournament}",
  "/tournaments/{tournament}/desk",
  "/tournaments/{tournament}/desk/{section}",
  "/tournaments/{tournament}/referee",
  "/tournaments/{tournament}/clock",
  "/tournaments/{tournament}/me",
  "/companion",
  "/companion/{part}",
  "/t/{code}"
] as const;

/** The fields of a view that belong to the viewer. */
export const OWN_FIELDS = [
  "viewer",
  "rack",
  "last_taken",
  "may_redeal",
  "waiting"
] as const;
