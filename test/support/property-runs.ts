/** CI tries out twice as much by chance: `PROPERTY_RUNS=2`. */
const TIMES = Number(process.env.PROPERTY_RUNS ?? 1);

/** How often a property is tried in which each try is cheap and finds little, so that only many find much. */
export const propertyRuns = (times: number): { numRuns: number } => ({ numRuns: times * TIMES });
