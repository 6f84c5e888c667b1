import type { Context } from '../context.ts';

/** COUNTER only grows. SUM goes up and down, and adding up that of all processes says something; of GAUGE it does not. */
export const MetricKind = { COUNTER: 'COUNTER', SUM: 'SUM', GAUGE: 'GAUGE' } as const;
export type MetricKind = (typeof MetricKind)[keyof typeof MetricKind];

/** Something that is looked up when somebody collects, and not before. */
export interface Metric {
  /** By the semantic conventions of OpenTelemetry where they have one, else `imprimatur.…`. Never changes its meaning. */
  name: string;
  /** UCUM, e.g. `By`, `s`, `{event}`. */
  unit: string;
  description: string;
  kind: MetricKind;
  /**
   * What it is now. One that takes too long or fails is missing from what is collected, and harms nothing else. Attributes
   * are words of a small fixed set: no ids, no addresses, nothing that a caller wrote.
   */
  observe(ctx: Context): number | readonly Observation[] | Promise<number | readonly Observation[]>;
}

export interface Observation {
  value: number;
  attributes: Readonly<Record<string, string>>;
}
