/** A table against bots on a running server, without the screens around it: for working on the table alone. */

import "../src/style/tokens.css";
import "../src/style/felts.css";
import "../src/style/base.css";

import { mount } from "svelte";

import { follow } from "../src/connection/follow";
import * as operations from "../src/generated/operations";
import { api } from "../src/connection/person.svelte";
import Table from "../src/screens/table/Table.svelte";
import { settings } from "../src/browser/settings.svelte";
import type { Language } from "../src/words/say.svelte";

const query = new URLSearchParams(location.search);
settings.set({
  theme: (query.get("theme") ?? "light") as "light",
  language: (query.get("lang") ?? "en") as Language,
  bigFaces: query.has("big"),
  leftHanded: query.has("left"),
});
await settings.begin();
let id = query.get("id");
if (!id) {
  const seconds = Number(query.get("seconds") ?? 0);
  const table = await api.call(
    operations.quickGame,
    {},
    {
      profile: query.get("profile") ?? "pl",
      bots: (query.get("bots") ?? "beginner,beginner").split(","),
      house: { turn_seconds: seconds || null },
    },
  );
  id = table.id;
  history.replaceState(
    null,
    "",
    `?id=${id}&lang=${query.get("lang") ?? "en"}&theme=${query.get("theme") ?? "light"}`,
  );
}
const target = document.getElementById("app");
if (target) mount(Table, { target, props: { session: follow(id) } });
