import type { Context } from '../platform/context.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { type LogFigures, readFigures } from './log-state.sql.ts';

/** What the log that is written has come to, whichever process wrote it. Nothing is opened for it. */
export const logMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.log.size',
    unit: '{entry}',
    description: 'Entries of the transparency log that is written.',
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
    description: 'Since when the newest checkpoint is published. Grows where nothing is sealed, too.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(logFigures))?.checkpointAge ?? [],
  },
  {
    name: 'imprimatur.log.disputes',
    unit: '{witness}',
    description:
      'Witnesses that have seen another history of the log. Nothing is sealed while one of those that are set has.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(logFigures))?.disputes ?? [],
  },
];

function logFigures({ em }: Context): Promise<LogFigures | undefined> {
  return readFigures(em);
}
