export declare const ROOMS: readonly string[];
export declare function unlisted(there?: readonly string[]): readonly string[];
