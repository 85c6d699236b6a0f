/** The table of docs/protocol.md, and its rules. */

import page from "../../docs/protocol.md?raw";
import type { TableInfo } from "../src/generated/protocol";

const example = [...page.matchAll(/```json\n(\{.*\})\n```/g)]
  .map((match) => JSON.parse(match[1] ?? "") as { type: string; table: TableInfo })
  .find((message) => message.type === "table") as { table: TableInfo };

export const table = example.table;
export const rules = table.rules;
