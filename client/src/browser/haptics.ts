/** What a hand feels, where a device can shake: one's own turn, the last seconds, a tile that lies, a game that is won. */

import type { Sound } from "./sound";

/** How long it shakes and rests, in milliseconds; what is not here is only heard. */
const SHAKES: Readonly<Partial<Record<Sound, readonly number[]>>> = {
  lift: [6],
  lay: [12],
  complete: [18],
  drawn: [14],
  turn: [40, 70, 40],
  hurry: [25],
  won: [50, 60, 50, 60, 140],
};

/** Whether this device can shake at all, as far as the browser says. */
export function canShake(): boolean {
  return typeof navigator.vibrate === "function";
}

/** Shakes the device the way a sound feels; before the first touch of the page browsers keep still. */
export function shake(sound: Sound): void {
  const pattern = SHAKES[sound];
  if (!pattern || !canShake() || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate([...pattern]);
}
