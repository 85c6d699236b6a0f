import { expect, test } from "vitest";
import { ApiProblem, UNREACHABLE } from "../../src/connection/api";
import { Once } from "../../src/connection/once";

async function ids(...answers: readonly (number | "yes")[]): Promise<readonly string[]> {
  const once = new Once();
  const sent: string[] = [];
  for (const answer of answers) {
    const trying = once.send(async (id) => {
      sent.push(id);
      if (answer !== "yes") throw new ApiProblem(answer, [UNREACHABLE]);
    });
    await trying.catch(() => undefined);
  }
  return sent;
}

test("what was not answered is sent again under the same id", async () => {
  const sent = await ids(0, 503, 429, "yes");
  expect(new Set(sent).size).toBe(1);
});

test("after a yes or a no the next thing has an id of its own", async () => {
  const sent = await ids("yes", "yes", 409, 0, "yes");
  expect(sent[3]).toBe(sent[4]);
  expect(new Set(sent).size).toBe(4);
});
