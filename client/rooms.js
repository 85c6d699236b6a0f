/** The rooms of src/, from the outside in: a room imports only rooms below it. docs/testing.md says why. */

import { readdirSync } from "node:fs";

export const ROOMS = [
  "screens/tournament/desk",
  "screens/tournament/setup",
  "screens/tournament/referee",
  "screens/tournament/player",
  "screens/tournament/wall",
  "screens/tournament/public",
  "screens/tutorial",
  "screens/replay",
  "screens/rules",
  "screens/companion",
  "screens/table",
  "screens/table/end",
  "screens/table/frame",
  "screens/table/panels",
  "screens/table/notes",
  "screens/solver",
  "screens/lobby",
  "screens/home",
  "components/people",
  "components/rules",
  "components/tiles",
  "components/page",
  "components/controls",
  "tournament/desk",
  "tournament/hall",
  "companion",
  "replay",
  "table",
  "tutorial",
  "solver",
  "rules",
  "scoring",
  "lobby",
  "connection",
  "browser",
  "words",
  "style",
  "board/screen",
  "board",
  "generated",
];

/** The files of a room, without those of the rooms inside it; what is generated is one room with its folders. */
function filesOf(room) {
  return room === "generated" ? "./src/generated/**/*" : `./src/${room}/*`;
}

/** What no-restricted-paths forbids: every room to import those above it, and the board to import anything outside itself. */
export function zones() {
  const above = (at) => ["./src/*.*", ...ROOMS.slice(0, at).map(filesOf)];
  return [
    ...ROOMS.map((room, at) => ({
      target: filesOf(room),
      from: above(at),
      message: `${room} imports only rooms below it in rooms.js.`,
    })),
    {
      target: "./src/board",
      from: "./src",
      except: ["./board"],
      message: "The board imports nothing outside itself.",
    },
    { target: "./src", from: ["./tests", "./demo"], message: "The product does not know its tests." },
  ];
}

/** The folders of src/ that hold files; what is generated counts as one. */
function folders() {
  const source = new URL("src/", import.meta.url).pathname;
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const found = files.map((each) => `${each.parentPath}/`.slice(source.length).replace(/^\/|\/$/g, ""));
  return [...new Set(found.map((folder) => folder.replace(/^generated\/.*/, "generated")))].filter(Boolean);
}

/** The folders that the list leaves out, and the names in it that are no folder. */
export function unlisted(there = folders()) {
  return [...there.filter((room) => !ROOMS.includes(room)), ...ROOMS.filter((room) => !there.includes(room))];
}
