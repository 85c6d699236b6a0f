/** What lies on the start page's table: painted before the script is there, and then to be touched. */

export const HERO = {
  table: [
    ["r4a", "r5a", "r6a"],
    ["b8a", "o8a", "k8a"],
  ],
  rack: ["r3a", "r7a", "r8a"],
} as const;
