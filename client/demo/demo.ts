/** The board alone, without a server: for looking at it and for `bench/pointer.py`. Not part of the product's build. */

import "../src/style/tokens.css";
import "../src/style/felts.css";
import "../src/style/base.css";
import "../src/board/screen/board.css";
import "./demo.css";

import { numbers } from "../src/board/numbers";
import { parseLaid } from "../src/board/tiles";
import { BoardView } from "../src/board/screen/view";
import { tableOf } from "./tables";

const query = new URLSearchParams(location.search);
const { table, rack } = tableOf(query.get("table") ?? "60", Number(query.get("rack") ?? 14));
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";

const by = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const bar = by("bar");
const view = new BoardView(
  { root: by("root"), table: by("table"), rack: by("rack"), layer: by("layer") },
  {
    reader: numbers,
    big: query.has("big"),
    label: (tile) => tile,
    origin: () => null,
    reducedMotion: () => query.has("still"),
    changed: (board, notices) => {
      bar.textContent = `${notices.map((notice) => `${notice.code} ${JSON.stringify(notice.params)}`).join(", ")} · ${board.now.sets.length}`;
    },
    looked: () => undefined,
    key: (key) => (bar.textContent = key),
    sound: () => undefined,
  },
);
view.receive({
  base: { table: table.map((set) => set.map(parseLaid)), rack },
  role: "mine",
  draft: null,
  newTurn: true,
});
by("layer").classList.toggle("tm-big", query.has("big"));
