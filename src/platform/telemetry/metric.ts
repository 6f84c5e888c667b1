import type { Context } from '../context.ts';

/** COUNTER only increases. SUM can be added up across processes, GAUGE can't. */
export const MetricKind = { COUNTER: 'COUNTER', SUM: 'SUM', GAUGE: 'GAUGE' } as const;
export type MetricKind = (typeof MetricKind)[keyof typeof MetricKind];

/** A value that is read each time metrics are collected. */
export interface Metric {
  /** Name in OpenTelemetry's semantic conventions, otherwise `imprimatur.…`. A name never changes its meaning. */
  name: string;
  /** Unit in UCUM, e.g. `By`, `s`, `{event}`. */
  unit: string;
  description: string;
  kind: MetricKind;
  /**
   * Returns the current value. If reading it fails or takes too long, the metric is missing from the collection. Attribute values
   * come from a small fixed set: no ids, no addresses, nothing from callers.
   */
  observe(ctx: Context): number | readonly Observation[] | Promise<number | readonly Observation[]>;
}

export interface Observation {
  value: number;
  attributes: Readonly<Record<string, string>>;
}
