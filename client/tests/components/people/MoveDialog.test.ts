/** Taking a seat to another device: nobody asks on after the dialog is closed. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import MoveDialog from "../../../src/components/people/MoveDialog.svelte";
import { api } from "../../../src/connection/person.svelte";

const INVITATION = { code: "ABCD2345", link: "/move#ABCD2345", qr: "<svg/>", expires_at: 300_000, now: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.close ??= () => undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a dialog that is closed while it asks whether the code was used does not ask again", async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const call = vi
    .spyOn(api, "call")
    .mockImplementation((name) =>
      name === "POST /api/me/devices"
        ? (Promise.resolve(INVITATION) as never)
        : (new Promise((done) => answers.push(done)) as never),
    );
  const page = mount(MoveDialog, { target: document.body, props: { onclose: () => undefined } });
  flushSync();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(answers).toHaveLength(1);
  await unmount(page);
  answers[0]?.({ used: false });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).toHaveBeenCalledTimes(2);
});
