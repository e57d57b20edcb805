// Mutants that behave as the original does, each with the reason. They are not tried.

/** @type {{ file: string, before: string, after: string, reason: string }[]} */
export const EQUIVALENT = [];
