/** What a person can choose of the table's looks; style/felts.css has the colours. */

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const FELTS = ["forest", "lake", "plum", "slate"] as const;
export const TILES = ["ivory", "porcelain", "maple"] as const;
export const MOTIONS = ["system", "full", "less"] as const;
export const PACES = ["slow", "normal", "quick"] as const;
/** How quickly what others did is shown, and bots play where one plays with bots alone. */
export type Pace = (typeof PACES)[number];
