// @vitest-environment node
/** Imports point inward: every rule of eslint.config.js and rooms.js fails when it is broken. */

import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";

import { ROOMS, unlisted } from "../rooms.js";

const lint = new ESLint();

/** The rules that a file breaks when this is what it imports. */
async function broken(path: string, imports: string): Promise<string[]> {
  const script = `import * as it from "${imports}";\nexport const used = it;\n`;
  const text = path.endsWith(".svelte") ? `<script module lang="ts">\n${script}</script>\n` : script;
  const results = await lint.lintText(text, { filePath: path });
  return results.flatMap((each) => each.messages.map((message) => `${message.ruleId}: ${message.message}`));
}

describe("the direction of imports", () => {
  test.each([
    [
      "the board knows no generated type",
      "src/board/tiles.ts",
      "../generated/protocol",
      "The board imports nothing outside itself",
    ],
    [
      "nor does its screen",
      "src/board/screen/view.ts",
      "../../words/say.svelte",
      "The board imports nothing outside itself",
    ],
    [
      "values of the board know no screen",
      "src/board/moves.ts",
      "./screen/layout",
      "board imports only rooms below it",
    ],
    [
      "what is generated stands alone",
      "src/generated/protocol.ts",
      "../words/template",
      "generated imports only rooms below it",
    ],
    [
      "words come before the connection",
      "src/words/template.ts",
      "../connection/api",
      "words imports only rooms below it",
    ],
    [
      "sound comes before the table",
      "src/browser/sound.ts",
      "../table/clock.svelte",
      "browser imports only rooms below it",
    ],
    [
      "a replay knows no screen",
      "src/replay/review.ts",
      "../screens/table/Table.svelte",
      "replay imports only rooms below it",
    ],
    [
      "a player's page knows no desk",
      "src/screens/tournament/player/Results.svelte",
      "../desk/Results.svelte",
      "player imports only rooms below it",
    ],
    [
      "a component knows no screen",
      "src/components/tiles/Tile.svelte",
      "../../screens/home/Start.svelte",
      "tiles imports only rooms below it",
    ],
    [
      "nobody imports the page itself",
      "src/screens/home/Start.svelte",
      "../../App.svelte",
      "home imports only rooms below it",
    ],
    ["the product knows no test", "src/browser/sound.ts", "../../tests/listening", "does not know its tests"],
  ])("%s", async (_, path, imports, why) => {
    expect(await broken(path, imports)).toContainEqual(expect.stringContaining(why));
  });

  test("types are imports like others", async () => {
    const [result] = await lint.lintText(
      'import type { Session } from "../connection/session.svelte";\nexport type It = Session;\n',
      {
        filePath: "src/words/template.ts",
      },
    );
    expect(result?.messages.map((each) => each.ruleId)).toEqual(["import-x/no-restricted-paths"]);
  });

  test.each(["src/board/tiles.ts", "src/generated/protocol.ts"])("%s needs no package", async (path) => {
    expect(await broken(path, "svelte")).toEqual([expect.stringContaining("This room needs no package")]);
  });

  test("files of a room do not import each other in a circle", async () => {
    expect(await broken("src/board/state.ts", "./moves")).toContainEqual(
      expect.stringContaining("import-x/no-cycle"),
    );
  });

  test("what points inward is allowed", async () => {
    expect(await broken("src/screens/table/HandOver.svelte", "../../table/clock.svelte")).toEqual([]);
    expect(await broken("src/board/screen/aim.ts", "../moves")).toEqual([]);
  });

  test("a room has its place in the list, and nothing else has", () => {
    expect(unlisted()).toEqual([]);
    expect(unlisted(["drawer", ...ROOMS.filter((room) => room !== "words")])).toEqual(["drawer", "words"]);
  });
});
