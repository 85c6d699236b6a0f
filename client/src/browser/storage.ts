/** What this browser keeps: a thin wrapper over its storage that survives private windows and full discs. */

const PREFIX = "tilemeld.";

/** Return what is kept under a name, or the fallback. */
export function kept<Value>(name: string, fallback: Value): Value {
  return read(() => localStorage, name, fallback);
}

/** Return what this tab keeps under a name, or the fallback. */
export function keptInTab<Value>(name: string, fallback: Value): Value {
  return read(() => sessionStorage, name, fallback);
}

function read<Value>(storage: () => Storage, name: string, fallback: Value): Value {
  try {
    const text = storage().getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** Keep a value; where nothing can be kept it lasts as long as the page. Says whether it is kept. */
export function keep(name: string, value: unknown): boolean {
  return keepText(name, JSON.stringify(value));
}

/** Keep a text as it is. */
export function keepText(name: string, text: string): boolean {
  return write(() => localStorage, name, text);
}

/** Keep a value for as long as this tab is open, over reloads. */
export function keepInTab(name: string, value: unknown): boolean {
  return write(() => sessionStorage, name, JSON.stringify(value));
}

function write(storage: () => Storage, name: string, text: string): boolean {
  try {
    storage().setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Every text whose name begins like this, by the rest of its name. */
export function keptTexts(prefix: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const name = localStorage.key(at) ?? "";
      if (name.startsWith(PREFIX + prefix))
        found.set(name.slice(PREFIX.length + prefix.length), localStorage.getItem(name) ?? "");
    }
  } catch {
    // nothing is kept here
  }
  return found;
}

/** Forget a value. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // it was never kept
  }
}
