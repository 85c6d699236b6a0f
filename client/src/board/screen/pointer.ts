/** Pointer events of the browser (mouse, finger, pen), translated for a gesture. */

import { Gesture, type GestureActions } from "./gesture";
import { inside, type Point } from "./layout";

type Listeners = {
  readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void;
};

/** Let hands move what lies on the board; `touched` hears whether one is on it. Returns how to stop. */
export function attachPointer(
  root: HTMLElement,
  actions: GestureActions,
  touched: (isDown: boolean) => void,
): () => void {
  const gesture = new Gesture(actions);
  const frame = new Frame(root);
  const after = (): void => touched(gesture.state !== "idle");
  const listeners: Listeners = {
    pointerdown: (event) => {
      if (down(event, gesture, actions, frame)) after();
    },
    pointermove: (event) => gesture.move(event.pointerId, frame.pointOf(event)),
    pointerup: (event) => {
      if (gesture.up(event.pointerId, frame.pointOf(event), event.timeStamp)) after();
    },
    pointercancel: (event) => {
      if (gesture.cancel(event.pointerId)) after();
    },
    wheel: (event) => wheel(event, gesture, actions, frame),
    dragstart: (event) => event.preventDefault(),
  };
  const detach = listen(root, listeners);
  /** The device was turned: the hand is where it is, the board is not. */
  const turned = (): void => {
    frame.measure();
    gesture.show();
  };
  window.addEventListener("resize", turned);
  return () => {
    gesture.end();
    detach();
    window.removeEventListener("resize", turned);
  };
}

/** Where the board is on the page, as it was when a gesture began. */
class Frame {
  readonly root: HTMLElement;
  #box: DOMRect;

  constructor(root: HTMLElement) {
    this.root = root;
    this.#box = root.getBoundingClientRect();
  }

  measure(): void {
    this.#box = this.root.getBoundingClientRect();
  }

  pointOf(event: MouseEvent): Point {
    return { x: event.clientX - this.#box.left, y: event.clientY - this.#box.top };
  }
}

/** Says whether the board was meant. */
function down(event: PointerEvent, gesture: Gesture, actions: GestureActions, frame: Frame): boolean {
  if (event.pointerType === "mouse" && event.button !== 0) return false;
  if (isControl(event.target)) return false;
  frame.measure();
  const at = frame.pointOf(event);
  const { table, rack } = actions.geometry();
  if (!inside(table, at) && !inside(rack, at)) return false;
  frame.root.setPointerCapture?.(event.pointerId); // whatever becomes of what is under it, its end is reported here
  const touch = event.pointerType !== "mouse";
  const more = event.shiftKey || event.ctrlKey || event.metaKey;
  gesture.down({ id: event.pointerId, at, touch, first: event.isPrimary, more });
  if (!touch) event.preventDefault(); // no text selection, no native drag
  return true;
}

function wheel(event: WheelEvent, gesture: Gesture, actions: GestureActions, frame: Frame): void {
  frame.measure();
  const point = frame.pointOf(event);
  if (!inside(actions.geometry().table, point)) return;
  event.preventDefault();
  if (event.ctrlKey || !event.shiftKey) actions.zoom(Math.exp(-event.deltaY * 0.0015), point);
  else actions.pan(-event.deltaX - event.deltaY, 0);
  gesture.show();
}

function listen(root: HTMLElement, listeners: Listeners): () => void {
  const pairs = Object.entries(listeners) as [string, EventListener][];
  for (const [name, hear] of pairs) root.addEventListener(name, hear, { passive: false });
  return () => {
    for (const [name, hear] of pairs) root.removeEventListener(name, hear);
  };
}

/** Buttons and the like on the board answer for themselves. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("button, a, input, select, dialog, [data-control]") !== null
  );
}
