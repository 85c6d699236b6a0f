/* Runs before anything is painted: the looks and the language that were chosen here, or that the browser asks for. */
(function () {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("tilemeld.settings") || "{}") || {};
  } catch {
    // nothing is kept, or nothing may be
  }
  const likes = (query) => matchMedia(`(${query})`).matches;
  const system = likes("prefers-contrast: more")
    ? "contrast"
    : likes("prefers-color-scheme: dark")
      ? "dark"
      : "light";
  root.dataset.theme = !kept.theme || kept.theme === "system" ? system : kept.theme;
  root.dataset.felt = kept.felt || "forest";
  root.dataset.tiles = kept.tiles || "ivory";
  if (kept.shapes === false) root.classList.add("plain");
  if (location.pathname !== "/") root.classList.add("elsewhere");
  /** @type {Record<string, Record<string, string>>} the build puts them in */
  const words = JSON.parse(`{"WORDS":{}}`);
  const asked = [kept.language, ...navigator.languages].map((each) => String(each).slice(0, 2).toLowerCase());
  const language = asked.find((each) => each in words) || "en";
  root.lang = language;
  for (const place of document.querySelectorAll("[data-said]"))
    place.textContent = words[language][place.dataset.said];
})();
