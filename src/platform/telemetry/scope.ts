/** Instrumentation scope in OpenTelemetry's sense, one for the whole service. */
export const SCOPE = 'imprimatur';

/** Bounds of the duration histograms in seconds. A read by PostgreSQL takes less than a millisecond, a picture takes seconds. */
export const DURATION_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/**
 * Bounds of the histogram of SQL statements per request. Most requests take few statements. `MAX_STATEMENTS` limits a request,
 * but an action that has begun is always completed.
 */
export const STATEMENT_BUCKETS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];
