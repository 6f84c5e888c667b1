import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { OperatorVisibleError, type Probe } from '../platform/health/probe.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { formatCount } from '../platform/text/plural.ts';
import type { BackupConfig } from './backup.config.ts';
import { type LastRuns, readLastRuns } from './backup-run.sql.ts';

const HOUR_SECONDS = 3_600;

/** Age of a backup, in words. */
export function ageInWords(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_SECONDS);
  if (hours < 1) return 'less than an hour';
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day');
}

/**
 * Sentence that says why the backups need attention: the last one is older than two intervals, or the last attempt failed. Null if
 * neither is true, and before the first attempt.
 */
export function backupProblem(
  { ageSeconds, failure, failedSeconds }: LastRuns,
  { everyMs }: Pick<BackupConfig, 'everyMs'>,
): string | null {
  const failed = failure === null ? '' : ` The last attempt failed ${ageInWords(failedSeconds!)} ago: ${failure}`;
  if (ageSeconds === null) return failure === null ? null : `There is no backup yet.${failed}`;
  if (ageSeconds * 1_000 > 2 * everyMs) return `The last backup is ${ageInWords(ageSeconds)} old.${failed}`;
  return failure === null ? null : failed.trim();
}

/** Health check of scheduled backups. */
export function backupProbe(config: BackupConfig, database: Database): Probe {
  return {
    name: 'backup',
    required: false,
    isUsed: async () => config.to !== null,
    isKnown: () => database.hasConnection,
    isLoggedElsewhere: true,
    async probe() {
      const problem = backupProblem(await readLastRuns(database.orm.em.fork() as EntityManager), config);
      if (problem !== null) throw new OperatorVisibleError(problem);
    },
  };
}

/** Metrics of the last backup, scheduled or not, across all processes. */
export const backupMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.backup.age',
    unit: 's',
    description: 'Time since the last successful backup ended. Absent before the first one.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(lastRuns)).ageSeconds ?? [],
  },
  {
    name: 'imprimatur.backup.failing',
    unit: '1',
    description: '1 if the last attempt to back up failed, otherwise 0.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => ((await ctx.loader(lastRuns)).failure === null ? 0 : 1),
  },
  {
    name: 'imprimatur.backup.size',
    unit: 'By',
    description: 'Compressed size of the tables in the last successful backup.',
    kind: MetricKind.GAUGE,
    observe: async (ctx) => (await ctx.loader(lastRuns)).byteSize ?? [],
  },
];

function lastRuns({ em }: Context): Promise<LastRuns> {
  return readLastRuns(em);
}
