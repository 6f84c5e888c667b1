/** Multiple of the random cases. `npm run ci:long` tries more. */
const TIMES = Number(process.env.PROPERTY_RUNS ?? 1);

/** How often a property is tried in which each try is cheap and finds little, so that only many find much. */
export const propertyRuns = (times: number): { numRuns: number } => ({ numRuns: times * TIMES });
