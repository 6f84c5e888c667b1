import type { Context } from '../platform/context.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { type LogFigures, readFigures } from './log-state.sql.ts';

/** Metrics of the current log, across all processes. Measuring them doesn't open the log. */
export const logMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.log.size',
    unit: '{entry}',
    description: 'Entries of the current transparency log.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(logFigures))?.size ?? [],
  },
  {
    name: 'imprimatur.log.unpublished',
    unit: '{entry}',
    description: 'Entries that no published checkpoint covers yet.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(logFigures))?.unpublished ?? [],
  },
  {
    name: 'imprimatur.log.checkpoint.age',
    unit: 's',
    description: 'Age of the newest checkpoint. Also grows while nothing is sealed.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(logFigures))?.checkpointAge ?? [],
  },
  {
    name: 'imprimatur.log.disputes',
    unit: '{witness}',
    description:
      'Witnesses that have seen another history of the log. Nothing is sealed while a configured witness disputes it.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(logFigures))?.disputes ?? [],
  },
];

function logFigures({ em }: Context): Promise<LogFigures | undefined> {
  return readFigures(em);
}
