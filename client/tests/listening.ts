/** A device whose loudspeaker writes down what it is told to play. */

import { vi } from "vitest";

export type Tone = {
  readonly pitch: number;
  readonly from: number;
  readonly to: number;
  readonly loud: number;
};

/** Stand in for the browser's sound; returns what was heard since the last look. */
export function listen({ state = "running" }: { state?: "running" | "suspended" } = {}): {
  heard(): readonly Tone[];
  woken(): number;
  /** Let the oldest tone that still sounds come to its end. */
  endTone(): void;
  isLetGo(): boolean;
} {
  let tones: Tone[] = [];
  let woken = 0;
  let isLetGo = false;
  const sounding: { onended?: () => void }[] = [];
  class Speaker {
    readonly currentTime = 0;
    readonly destination = {};
    readonly state = state;
    resume = async (): Promise<void> => {
      woken += 1;
      isLetGo = false;
    };
    suspend = async (): Promise<void> => void (isLetGo = true);
    createGain() {
      const gain = {
        loud: 0,
        setValueAtTime: () => undefined,
        exponentialRampToValueAtTime: (value: number) => (gain.loud = Math.max(gain.loud, value)),
      };
      return { gain, connect: (on: unknown) => on };
    }
    createOscillator() {
      let pitch = 0;
      let from = 0;
      let volume = { gain: { loud: 0 } };
      const tone: { onended?: () => void } & Record<string, unknown> = {
        type: "sine",
        frequency: { setValueAtTime: (value: number) => (pitch = value) },
        connect: (to: typeof volume) => (volume = to),
        start: (at: number) => (from = at),
        stop: (to: number) => {
          tones.push({ pitch, from, to, loud: volume.gain.loud });
          sounding.push(tone);
        },
      };
      return tone;
    }
  }
  vi.stubGlobal("AudioContext", Speaker);
  return {
    heard: () => {
      const played = tones;
      tones = [];
      return played;
    },
    woken: () => woken,
    endTone: () => sounding.shift()?.onended?.(),
    isLetGo: () => isLetGo,
  };
}
