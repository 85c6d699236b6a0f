/** The referee's page of conduct (M6): what is typed while a warning is on its way stays. */

import { flushSync, mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { api } from "../../../../src/connection/person.svelte";
import type { StaffView } from "../../../../src/connection/tournaments";
import type { Entry } from "../../../../src/generated/protocol";
import Conduct from "../../../../src/screens/tournament/referee/Conduct.svelte";

const view = {
  role: "director",
  players: [{ id: "P1", status: "in" }],
  cards: { P1: { name: "Ala", public_name: "", club: "" } },
  may_be_excluded: ["P1"],
} as unknown as StaffView;

test("a reason that was sent is cleared, one typed meanwhile is not lost (M6)", async () => {
  const answers: ((written: { entry: Entry }) => void)[] = [];
  const write = vi.spyOn(api, "call").mockImplementation(() => new Promise((done) => answers.push(done)));
  const page = mount(Conduct, {
    target: document.body,
    props: { tournament: "E1", view, log: [], player: "P1", onchange: () => undefined },
  });
  flushSync();
  const field = document.querySelector("input") as HTMLInputElement;
  const type = (text: string): void => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  const warn = (): unknown =>
    document
      .querySelector("form")
      ?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  const answer = async (): Promise<void> => {
    answers.shift()?.({ entry: {} as Entry });
    await vi.waitFor(() =>
      expect(document.querySelector<HTMLButtonElement>("[type=submit]")?.disabled).toBe(!field.value),
    );
    await tick();
  };

  type("shouts");
  warn();
  type("again");
  await answer();
  expect(field.value).toBe("again");
  warn();
  await answer();
  await vi.waitFor(() => expect(field.value).toBe(""));
  expect(write.mock.calls.map((call) => call[2])).toMatchObject([{ why: "shouts" }, { why: "again" }]);
  await unmount(page);
});
