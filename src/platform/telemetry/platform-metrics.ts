import type { Context } from '../context.ts';
import type { AccountPowers } from '../database/account-powers.ts';
import type { Database } from '../database/database.ts';
import type { ReadReplica } from '../database/read-replica.ts';
import type { OutboxRelay } from '../events/outbox-relay.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Live } from '../live/live.ts';
import { commitLabel, RELEASE } from '../program/release.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { eventLoopMetrics } from './event-loop-metrics.ts';
import { type Metric, MetricKind } from './metric.ts';
import { replicaMetrics } from './replica-metrics.ts';

interface PlatformMetricsOptions {
  database: Database;
  replica: ReadReplica | null;
  powers: AccountPowers;
  queue: JobQueue;
  relay: OutboxRelay;
  live: Live;
  streams: OpenStreams;
  store: BlobStore;
}

const POOL = { 'db.client.connection.pool.name': 'imprimatur' };
const REPLICA_POOL = { 'db.client.connection.pool.name': 'imprimatur-replica' };

const ofJob = (name: string, value: number) => ({ value, attributes: { 'imprimatur.job.name': name } });

/** Metrics of this process, and of data that all processes share. */
export function platformMetrics({
  database,
  replica,
  powers,
  queue,
  relay,
  live,
  streams,
  store,
}: PlatformMetricsOptions): readonly Metric[] {
  const waiting = (ctx: Context) => relay.waiting(ctx);
  const jobs = () => queue.waiting();
  const poolsInUse = () => [
    { use: database.use, attributes: POOL },
    ...(replica ? [{ use: replica.database.use, attributes: REPLICA_POOL }] : []),
  ];
  return [
    {
      name: 'db.client.connection.count',
      unit: '{connection}',
      description: 'Connections of a pool, used and idle.',
      kind: MetricKind.SUM,
      observe: () =>
        poolsInUse().flatMap(({ use: { used, idle }, attributes }) => [
          { value: used, attributes: { ...attributes, 'db.client.connection.state': 'used' } },
          { value: idle, attributes: { ...attributes, 'db.client.connection.state': 'idle' } },
        ]),
    },
    {
      name: 'db.client.connection.max',
      unit: '{connection}',
      description: 'Maximum number of connections in a pool.',
      kind: MetricKind.SUM,
      observe: () => poolsInUse().map(({ use, attributes }) => ({ value: use.max, attributes })),
    },
    {
      name: 'db.client.connection.pending_requests',
      unit: '{request}',
      description: 'Requests that wait for a connection of a pool.',
      kind: MetricKind.SUM,
      observe: () => poolsInUse().map(({ use, attributes }) => ({ value: use.waiting, attributes })),
    },
    ...(replica ? replicaMetrics(replica) : []),
    {
      name: 'imprimatur.database.excess',
      unit: '{account}',
      description:
        '1 if the database account of this process owns its tables or can change insert-only rows, else 0. See docs/database.md.',
      kind: MetricKind.GAUGE,
      observe: async () => ((await powers.sentence()) === null ? 0 : 1),
    },
    {
      name: 'imprimatur.build.info',
      unit: '{build}',
      description: 'Always 1. The labels name the running release and commit.',
      kind: MetricKind.GAUGE,
      observe: () => [{ value: 1, attributes: { version: RELEASE.version, commit: commitLabel(RELEASE) } }],
    },
    ...eventLoopMetrics(),
    {
      name: 'imprimatur.stream.open',
      unit: '{stream}',
      description: 'Open subscription streams.',
      kind: MetricKind.SUM,
      observe: () => streams.size,
    },
    {
      name: 'imprimatur.live.watchers',
      unit: '{watcher}',
      description: 'Subscribers to events: the relay, callers who wait for a picture, and subscriptions.',
      kind: MetricKind.SUM,
      observe: () => live.watching,
    },
    {
      name: 'imprimatur.job.waiting',
      unit: '{job}',
      description: 'Jobs that are ready to start, across all processes.',
      kind: MetricKind.GAUGE,
      observe: async (ctx) => (await ctx.loader(jobs)).map(({ name, ready }) => ofJob(name, ready)),
    },
    {
      name: 'imprimatur.job.deferred',
      unit: '{job}',
      description: 'Jobs that wait for their next attempt, across all processes.',
      kind: MetricKind.GAUGE,
      observe: async (ctx) => (await ctx.loader(jobs)).map(({ name, deferred }) => ofJob(name, deferred)),
    },
    {
      name: 'imprimatur.outbox.waiting',
      unit: '{event}',
      description: 'Events that were not dispatched yet, across all processes.',
      kind: MetricKind.GAUGE,
      observe: async (ctx) => (await ctx.loader(waiting)).count,
    },
    {
      name: 'imprimatur.outbox.lag',
      unit: 's',
      description: 'Age of the oldest event that was not dispatched yet.',
      kind: MetricKind.GAUGE,
      observe: async (ctx) => (await ctx.loader(waiting)).oldestSeconds,
    },
    {
      name: 'imprimatur.storage.space',
      unit: 'By',
      description: 'Free and used space of the picture storage, including other uses.',
      kind: MetricKind.GAUGE,
      observe: async () => {
        const space = await store.space();
        if (!space) return [];
        const { freeBytes, totalBytes } = space;
        return [
          { value: freeBytes, attributes: { 'imprimatur.storage.state': 'free' } },
          { value: totalBytes - freeBytes, attributes: { 'imprimatur.storage.state': 'used' } },
        ];
      },
    },
  ];
}
