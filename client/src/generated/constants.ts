// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit.

/** The bots to choose from, the weakest first; one that blunders on purpose is for tests. */
export const BOTS = [
  "random-legal",
  "beginner",
  "casual",
  "club",
  "expert",
  "adaptive"
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

/** The most games of a match. */
export const MAX_GAMES = 20 as const;

/** The addresses that the server answers with this client. */
export const PAGES = [
  "/",
  "/create",
  "/join",
  "/settings",
  "/privacy",
  "/keys",
  "/solver",
  "/rules",
  "/rules/{profile}",
  "/replay",
  "/replay/{game}",
  "/tutorial",
  "/events",
  "/events/new",
  "/events/{event}",
  "/events/{event}/desk",
  "/events/{event}/desk/{section}",
  "/events/{event}/referee",
  "/events/{event}/clock",
  "/events/{event}/me",
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
