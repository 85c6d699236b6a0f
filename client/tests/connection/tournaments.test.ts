import { expect, test } from "vitest";
import { ApiProblem, UNREACHABLE } from "../../src/connection/api";
import { TournamentApi } from "../../src/connection/tournaments";

/** What goes out when the server answers so, one answer after the other. */
function outgoing(...answers: readonly (number | "yes")[]): { api: TournamentApi; ids: readonly string[] } {
  const ids: string[] = [];
  const own = async <Answer>(_method: string, _path: string, body?: unknown): Promise<Answer> => {
    ids.push((body as { readonly id: string }).id);
    const answer = answers[ids.length - 1] ?? "yes";
    if (answer !== "yes") throw new ApiProblem(answer, [UNREACHABLE]);
    return { entry: {} } as Answer;
  };
  return { api: new TournamentApi(own, () => Promise.resolve("token")), ids };
}

test("a write that nobody answered goes out again under its id, and only that one", async () => {
  const { api, ids } = outgoing(0, 503);
  const call = (): Promise<unknown> => api.call("e", 1, 2, "why").catch(() => undefined);
  await call();
  await call();
  await api.call("e", 1, 3, "why");
  await call();
  await call();
  expect(ids[0]).toMatch(/^[0-9a-f]{24}$/);
  expect([ids[1], ids[3]]).toEqual([ids[0], ids[0]]);
  expect(new Set([ids[0], ids[2], ids[4]]).size).toBe(3);
});

test("every write carries an id: setting up, format, players, draws, facts, calls and looks", async () => {
  const { api, ids } = outgoing();
  const format = { profile: "pl" };
  await api.open({ name: "Cup", format });
  await api.setFormat("e", format);
  await api.enter("e", "Ala");
  await api.substitute("e", "P1", { name: "Ola" });
  await api.draft("e", 1);
  await api.write("e", { type: "undone", entry: 3 }, "why");
  await api.call("e", 1, 1);
  await api.look("e", 1, 1, "why");
  expect(ids.every((id) => id.length > 0)).toBe(true);
  expect(new Set(ids).size).toBe(8);
});
