/**
 * The focus of whoever reads by ear or by keys: each screen that appears, also one that comes late or replaces another at
 * the same address, is begun at its heading. Whoever has the focus elsewhere on the page keeps it.
 */

const HEADING = "h1[tabindex='-1']";

/** Watch the screens inside an element; the number grows with every step to another address. */
export function headings(
  element: HTMLElement,
  step: number,
): { update(step: number): void; destroy(): void } {
  let announced: Element | null = null;
  let stepped = false;
  const look = (): void => {
    const heading = element.querySelector<HTMLElement>(HEADING);
    if (!heading || heading === announced) return;
    announced = heading;
    const free = document.activeElement === null || document.activeElement === document.body;
    if (free || stepped) heading.focus({ preventScroll: true });
    stepped = false;
  };
  const watching = new MutationObserver(look);
  watching.observe(element, { childList: true, subtree: true });
  look();
  return {
    update(now) {
      if (now === step) return;
      step = now;
      stepped = true;
      announced = null;
      queueMicrotask(look); // the same heading may stay, as on pages of one tournament
    },
    destroy: () => watching.disconnect(),
  };
}
