/** Runes everywhere; nothing else needs to be said. */
export default { compilerOptions: { runes: true } };
