/** What this browser keeps: a thin wrapper over localStorage that survives private windows and full discs. */

const PREFIX = "tilemeld.";

/** Return what is kept under a name, or the fallback. */
export function kept<Value>(name: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** Keep a value; where nothing can be kept it lasts as long as the page. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // nothing to be done about it
  }
}

/** Forget a value. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // it was never kept
  }
}
