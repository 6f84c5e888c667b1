/**
 * How long what a test waits for may take to come, in milliseconds. Where it comes nobody waits this long; a busy machine
 * makes it come late, and that is no failure. Below the limit of a test, so that what did not come is named.
 */
export const PATIENCE_MS = 270_000;
