import { type ChainApi, ChainKind } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SettingsApi } from '../../settings/index.ts';
import type { Earlier as Foundations } from '../routing/index.ts';
import { refused } from '../routing/refusal.ts';
import type { Router } from '../routing/router.ts';
import { Endings } from './ending.ts';
import { LetGoMonth } from './let-go-month.entity.ts';
import { writeAborted } from './orphans.ts';
import { forgetContent, makePartitions } from './partitions.ts';
import { letGoOfMonths } from './retention.ts';
import { Attempt, Run, RunContent } from './run.entity.ts';
import { runReads } from './run.reads.ts';
import { RunResolver } from './run.resolver.ts';
import { keepRunsMonths, keepSimulatedRunsMonths, simulatedRunsPerDay } from './run.settings.ts';
import { RunAccess } from './run-access.ts';
import { spendCheck } from './run-check.ts';
import { RunErasureResolver } from './run-erasure.resolver.ts';
import { RunErasure } from './run-erasure.ts';
import { RunLog } from './run-log.ts';
import { RunMeasures } from './run-measures.ts';
import { ERASABLE, readRunRecords } from './run-record.ts';
import type { RunTasks } from './run-task.ts';
import { RanTaskResolver, TaskResolver } from './task.resolver.ts';
import { TaskRunner } from './task-runner.ts';
import { UsageResolver } from './usage.resolver.ts';

export const runEntities = [Run, Attempt, RunContent, LetGoMonth];
export const runSettings = [simulatedRunsPerDay, keepRunsMonths, keepSimulatedRunsMonths];

/** What the room of the runs stands on. */
export interface Earlier extends Foundations {
  settings: SettingsApi;
  chain: ChainApi;
}

/** The room of the runs: their course, and the log of what became of them. */
export function composeRuns(
  { database, limits, telemetry }: Pick<Platform, 'database' | 'limits' | 'telemetry'>,
  { models, customers, providers, settings, chain }: Earlier,
  router: Router,
) {
  chain.register({ kind: ChainKind.RUN, erasable: ERASABLE, read: readRunRecords });
  const log = new RunLog(database);
  const tasks: RunTasks = new TaskRunner({
    models,
    customers,
    providers,
    routes: router,
    access: new RunAccess(limits, () => settings.value(simulatedRunsPerDay), providers.isSandboxOn),
    refused,
    endings: new Endings(models, log, new RunMeasures(telemetry.meter)),
  });
  const resolver = new RunResolver();
  return {
    tasks,
    resolvers: [
      resolver,
      new UsageResolver(),
      new RanTaskResolver(),
      new TaskResolver(tasks, resolver, customers),
      new RunErasureResolver(new RunErasure(chain)),
    ],
    nodes: { run: (ctx: Context, id: string) => resolver.find(ctx, id) },
    reads: runReads,
    background: [customers.sweeper(writeAborted)],
    upkeep: {
      'months of runs': makePartitions,
      'kept content of runs': forgetContent,
      'months of runs that are let go of': async (ctx: Context) =>
        letGoOfMonths(ctx, chain, {
          real: await settings.value(keepRunsMonths),
          simulated: await settings.value(keepSimulatedRunsMonths),
        }),
    },
    checks: [spendCheck(customers)],
    stop: () => log.stop(),
  };
}
