import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';

/** What the log that is written has come to, whichever process wrote it. Nothing is opened for it. */
export const logMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.log.size',
    unit: '{entry}',
    description: 'Entries of the transparency log that is written.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(readState))?.size ?? [],
  },
  {
    name: 'imprimatur.log.unpublished',
    unit: '{entry}',
    description: 'Entries that no published checkpoint covers yet.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(readState))?.unpublished ?? [],
  },
  {
    name: 'imprimatur.log.checkpoint.age',
    unit: 's',
    description: 'Since when the newest checkpoint is published. Grows where nothing is sealed, too.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(readState))?.checkpointAge ?? [],
  },
  {
    name: 'imprimatur.log.disputes',
    unit: '{witness}',
    description:
      'Witnesses that have seen another history of the log. Nothing is sealed while one of those that are set has.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(readState))?.disputes ?? [],
  },
];

interface State {
  size: number;
  unpublished: number;
  disputes: number;
  /** Null before the first checkpoint. */
  checkpointAge: number | null;
}

/** Undefined before anything was sealed. */
async function readState({ em }: Context): Promise<State | undefined> {
  const [state] = await sql<State>(
    em,
    `select state.size::float8 as size, (state.size - coalesce(newest.size, 0))::float8 as unpublished,
            (select count(*) from jsonb_object_keys(state.disputes))::float8 as disputes,
            extract(epoch from now() - newest.published_at)::float8 as "checkpointAge"
     from log_state state
     left join lateral (
       select size, published_at from log_checkpoint where log = state.log order by size desc limit 1
     ) newest on true
     order by state.log desc limit 1`,
  );
  return state;
}
