/** The states of a gesture: which there are, what leads from one to the other, and what is done on the way. */

import { beforeEach, describe, expect, test } from "vitest";

import { numbers } from "../../../src/board/numbers";
import { receive } from "../../../src/board/receive";
import { EdgeScroll, pullAt, type Frames } from "../../../src/board/screen/edgeScroll";
import { Gesture, LIFTED, type Finger, type GestureActions } from "../../../src/board/screen/gesture";
import { tableAt, type Geometry } from "../../../src/board/screen/layout";
import { emptyBoard, type Board } from "../../../src/board/state";
import { parseLaid } from "../../../src/board/tiles";

const GEOMETRY: Geometry = {
  table: { x: 0, y: 50, w: 400, h: 400 },
  rack: { x: 0, y: 500, w: 400, h: 120 },
  camera: { scale: 40, x: 0, y: 50 },
  grid: { cell: 50, perRow: 8, rows: 2 },
};
const EMPTY = { x: 350, y: 400 };

let board: Board;
let gesture: Gesture;
let done: string[];
let mayLift: boolean;
let mayCreep: boolean;
let clock: number;
let frames: (() => void)[];

/** Frames that a test draws by hand. */
const BY_HAND: Frames = {
  request: (step) => frames.push(step),
  cancel: () => (frames = []),
  now: () => clock,
};

function draw(milliseconds = 0): void {
  clock += milliseconds;
  const waiting = frames;
  frames = [];
  for (const step of waiting) step();
}

const noting: GestureActions = {
  board: () => board,
  geometry: () => GEOMETRY,
  lift: (tile) => {
    done.push(`lift ${tile}`);
    return mayLift;
  },
  carry: (tiles, lead, at, target) =>
    done.push(`carry ${tiles.join("+")}#${lead} at ${at.x},${at.y} to ${target?.kind ?? "nowhere"}`),
  drop: (tiles, target) => done.push(`drop ${tiles.join("+")} on ${target?.kind ?? "nothing"}`),
  tap: (tile, _at, more) => done.push(`tap ${tile ?? "nothing"}${more ? " more" : ""}`),
  doubleTap: (tile) => done.push(`double tap ${tile}`),
  pan: (dx, dy) => done.push(`pan ${dx},${dy}`),
  creep: (dx, dy) => {
    done.push(`creep ${dx},${dy}`);
    return mayCreep;
  },
  zoom: (factor, about) => done.push(`zoom ${factor} about ${about.x},${about.y}`),
  approach: (about) => done.push(`approach ${about.x},${about.y}`),
  rest: () => done.push("rest"),
  pressed: (tile) => done.push(`pressed ${tile ?? "nothing"}`),
  released: () => done.push("released"),
};

const finger = (id: number, at: { x: number; y: number }, more: Partial<Finger> = {}): Finger => ({
  id,
  at,
  touch: true,
  first: id === 1,
  more: false,
  ...more,
});

/** What was done since the last time somebody looked. */
function since(): string[] {
  return done.splice(0);
}

/** The middle of the first tile on the rack. */
const rackTile = { x: 40, y: 530 };

beforeEach(() => {
  const table = [["r4a", "r5a", "r6a"].map(parseLaid)];
  board = receive(emptyBoard(numbers), {
    base: { table, rack: ["r7a", "k1a"] },
    role: "mine",
    draft: null,
    newTurn: true,
  }).board;
  [done, frames, clock, mayLift, mayCreep] = [[], [], 1000, true, true];
  gesture = new Gesture(noting, BY_HAND);
});

/** The middle of the first tile of the set on the table. */
function tableTile(): { x: number; y: number } {
  const at = tableAt(GEOMETRY.camera, board.now.sets[0]!.x, board.now.sets[0]!.y);
  return { x: at.x + at.w / 2, y: at.y + at.w / 2 };
}

describe("idle", () => {
  test("a finger that comes down presses what is under it", () => {
    gesture.down(finger(1, rackTile));
    expect([gesture.state, since()]).toEqual(["pressed", ["pressed r7a"]]);
  });

  test("fingers that never came down are not heard", () => {
    gesture.move(7, EMPTY);
    gesture.up(7, EMPTY, 0);
    gesture.cancel(7);
    expect([gesture.state, since()]).toEqual(["idle", []]);
  });
});

describe("pressed", () => {
  test("let go where it was, it is a tap", () => {
    gesture.down(finger(1, rackTile, { more: true }));
    gesture.up(1, rackTile, 100);
    expect([gesture.state, since()]).toEqual(["idle", ["pressed r7a", "released", "tap r7a more"]]);
  });

  test("two taps soon after each other are a double tap, and a third one is a tap again", () => {
    for (const time of [100, 300, 400]) {
      gesture.down(finger(1, rackTile));
      gesture.up(1, rackTile, time);
    }
    expect(since().filter((each) => each.includes("tap"))).toEqual(["tap r7a", "double tap r7a", "tap r7a"]);
  });

  test("a late second tap is a tap; on the empty table a double tap comes near", () => {
    for (const time of [100, 500, 600]) {
      gesture.down(finger(1, EMPTY));
      gesture.up(1, EMPTY, time);
    }
    const taps = since().filter((each) => /tap|approach/.test(each));
    expect(taps).toEqual(["tap nothing", "tap nothing", `approach ${EMPTY.x},${EMPTY.y}`]);
  });

  test.each([
    ["finger", true, 5],
    ["mouse", false, 2],
  ])("a %s that trembles still presses", (_, touch, by) => {
    gesture.down(finger(1, rackTile, { touch }));
    gesture.move(1, { x: rackTile.x + by, y: rackTile.y });
    expect(gesture.state).toBe("pressed");
    gesture.move(1, { x: rackTile.x + by + 1, y: rackTile.y });
    expect(gesture.state).toBe("dragging");
  });

  test("a tile that may not leave its place moves the table, as the empty table does", () => {
    mayLift = false;
    gesture.down(finger(1, tableTile()));
    gesture.move(1, { x: tableTile().x + 20, y: tableTile().y });
    expect(gesture.state).toBe("panning");
  });

  test("on the rack what may not be lifted moves nothing", () => {
    mayLift = false;
    gesture.down(finger(1, rackTile));
    gesture.move(1, { x: 60, y: 530 });
    expect([gesture.state, since()]).toEqual(["idle", ["pressed r7a", "released", "lift r7a"]]);
  });

  test("a second finger makes it a pinch, and nothing is tapped", () => {
    gesture.down(finger(1, rackTile));
    gesture.down(finger(2, EMPTY));
    expect([gesture.state, since()]).toEqual(["pinching", ["pressed r7a", "released"]]);
  });

  test("a cancelled press means nothing", () => {
    gesture.down(finger(1, rackTile));
    gesture.cancel(1);
    expect([gesture.state, since()]).toEqual(["idle", ["pressed r7a", "released"]]);
  });
});

describe("dragging", () => {
  beforeEach(() => {
    gesture.down(finger(1, rackTile));
    gesture.move(1, EMPTY);
    since();
  });

  test("what is held floats above the finger and says where it would land", () => {
    gesture.move(1, { x: 200, y: 400 });
    expect(since()).toEqual([`carry r7a#0 at 200,${400 - LIFTED} to spot`]);
  });

  test("let go, it lands there", () => {
    gesture.up(1, { x: 200, y: 400 }, 0);
    expect([gesture.state, since()]).toEqual(["idle", ["drop r7a on spot"]]);
  });

  test("taken away by the system, it returns", () => {
    gesture.cancel(1);
    expect([gesture.state, since()]).toEqual(["idle", ["drop r7a on nothing"]]);
  });

  test("other fingers disturb nothing, neither coming, moving nor leaving", () => {
    gesture.down(finger(2, { x: 10, y: 60 }));
    gesture.move(2, { x: 90, y: 90 });
    gesture.up(2, { x: 90, y: 90 }, 0);
    expect([gesture.state, since()]).toEqual(["dragging", []]);
  });

  test("two fingers that are left after a drag pinch when they move", () => {
    gesture.down(finger(2, { x: 100, y: 200 }));
    gesture.down(finger(3, { x: 200, y: 200 }));
    gesture.up(1, EMPTY, 0);
    gesture.move(3, { x: 210, y: 200 });
    expect(gesture.state).toBe("pinching");
  });

  test("a first finger finds nothing of one that never said good-bye; a mouse leaves a finger's drag alone", () => {
    gesture.down(finger(9, rackTile, { first: true, touch: false }));
    expect([gesture.state, since()]).toEqual(["dragging", []]);
    gesture.down(finger(1, rackTile));
    expect([gesture.state, since()]).toEqual(["pressed", ["drop r7a on nothing", "pressed r7a"]]);
  });

  test("picked tiles go together", () => {
    gesture.cancel(1);
    board = { ...board, picked: ["k1a", "r7a"] };
    gesture.down(finger(1, rackTile));
    gesture.move(1, { x: 200, y: 300 });
    gesture.cancel(1);
    expect(since()).toContain("drop k1a+r7a on nothing");
  });

  test("when the board moves under the hand, what is held means another place", () => {
    gesture.show();
    expect(since()).toEqual([`carry r7a#0 at ${EMPTY.x},${EMPTY.y - LIFTED} to spot`]);
  });

  test("held at the edge for a while the table moves on, until there is no more of it", () => {
    gesture.move(1, { x: 395, y: 300 });
    since();
    draw(0);
    draw(240);
    expect(since()).toEqual([]);
    draw(20);
    expect(since()).toEqual(["creep -7,0", expect.stringContaining("carry")]);
    mayCreep = false;
    draw(20);
    expect([since(), frames]).toEqual([["creep -7,0"], []]);
  });

  test("away from the edge, or let go, nothing pulls any more", () => {
    gesture.move(1, { x: 395, y: 300 });
    draw(0);
    gesture.move(1, { x: 200, y: 250 });
    draw(300);
    expect(frames).toEqual([]);
    gesture.move(1, { x: 395, y: 300 });
    gesture.up(1, { x: 395, y: 300 }, 0);
    expect(frames).toEqual([]);
  });
});

describe("panning", () => {
  beforeEach(() => {
    gesture.down(finger(1, EMPTY));
    gesture.move(1, { x: 340, y: 400 });
    since();
  });

  test("the table follows the finger and rests where it is let go", () => {
    gesture.move(1, { x: 330, y: 380 });
    gesture.up(1, { x: 330, y: 380 }, 0);
    expect([gesture.state, since()]).toEqual(["idle", ["pan -10,-20", "rest"]]);
  });

  test("a second finger makes it a pinch", () => {
    gesture.down(finger(2, { x: 100, y: 100 }));
    expect([gesture.state, since()]).toEqual(["pinching", []]);
  });

  test("a cancelled finger leaves the table where it is", () => {
    gesture.cancel(1);
    expect([gesture.state, since()]).toEqual(["idle", []]);
  });
});

describe("pinching", () => {
  beforeEach(() => {
    gesture.down(finger(1, { x: 100, y: 200 }));
    gesture.down(finger(2, { x: 200, y: 200 }));
    since();
  });

  test("what was under the fingers stays under them", () => {
    gesture.move(2, { x: 300, y: 200 });
    expect(since()).toEqual(["pan 50,0", "zoom 2 about 200,200"]);
  });

  test("with one finger left it rests, and that finger does nothing more", () => {
    gesture.up(2, { x: 200, y: 200 }, 0);
    gesture.move(1, { x: 10, y: 100 });
    gesture.up(1, { x: 10, y: 100 }, 0);
    expect([gesture.state, since()]).toEqual(["idle", ["rest"]]);
  });

  test("of three fingers two go on from where they are", () => {
    gesture.down(finger(3, { x: 200, y: 400 }));
    gesture.up(1, { x: 100, y: 200 }, 0);
    gesture.move(3, { x: 200, y: 400 });
    expect([gesture.state, since()]).toEqual(["pinching", ["pan 0,0", "zoom 1 about 200,300"]]);
  });

  test("cancelled, it ends without a rest", () => {
    gesture.cancel(2);
    expect([gesture.state, since()]).toEqual(["idle", []]);
  });
});

describe("the edge of the table", () => {
  const { table } = GEOMETRY;

  test.each([
    ["the left", { x: 5, y: 250 }, { dx: 7, dy: 0 }],
    ["the lower right corner", { x: 395, y: 445 }, { dx: -7, dy: -7 }],
    ["the middle", { x: 200, y: 250 }, null],
    ["outside", { x: 200, y: 480 }, null],
  ])("%s pulls as it should", (_, at, pull) => {
    expect(pullAt({ at, table })).toEqual(pull);
  });

  test("asks for one frame at a time", () => {
    const edge = new EdgeScroll(() => true, BY_HAND);
    edge.hold(() => null);
    edge.hold(() => null);
    expect(frames.length).toBe(1);
  });
});
