/** What the page itself painted before the script was there (shell.ts), shown again until something better comes. */

const painted = document.querySelector(".hero-table");

/** Puts the painted table of the start page into an element. */
export function paint(element: HTMLElement): void {
  element.setAttribute("aria-hidden", "true");
  element.append(...(painted?.cloneNode(true).childNodes ?? []));
}
