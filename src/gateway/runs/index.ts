import type { Context } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SettingsApi } from '../../settings/index.ts';
import type { Earlier as Foundations } from '../routing/index.ts';
import { refused } from '../routing/refusal.ts';
import type { Router } from '../routing/router.ts';
import { Endings } from './ending.ts';
import { writeAborted } from './orphans.ts';
import { forgetContent, makePartitions } from './partitions.ts';
import { Attempt, Run, RunContent } from './run.entity.ts';
import { runReads } from './run.reads.ts';
import { RunResolver } from './run.resolver.ts';
import { simulatedRunsPerDay } from './run.settings.ts';
import { RunAccess } from './run-access.ts';
import { spendCheck } from './run-check.ts';
import { RunLog } from './run-log.ts';
import { RunMeasures } from './run-measures.ts';
import type { RunTasks } from './run-task.ts';
import { RanTaskResolver, TaskResolver } from './task.resolver.ts';
import { TaskRunner } from './task-runner.ts';
import { UsageResolver } from './usage.resolver.ts';

export const runEntities = [Run, Attempt, RunContent];
export const runSettings = [simulatedRunsPerDay];

/** What the room of the runs stands on. */
export interface Earlier extends Foundations {
  settings: SettingsApi;
}

/** The room of the runs: their course, and the log of what became of them. */
export function composeRuns(
  { database, limits, telemetry }: Pick<Platform, 'database' | 'limits' | 'telemetry'>,
  { models, customers, providers, settings }: Earlier,
  router: Router,
) {
  const log = new RunLog(database);
  const endings = new Endings(models, log, new RunMeasures(telemetry.meter));
  const tasks: RunTasks = new TaskRunner({
    models,
    customers,
    providers,
    routes: router,
    access: new RunAccess(limits, () => settings.value(simulatedRunsPerDay), providers.isSandboxOn),
    refused,
    endings,
  });
  const resolver = new RunResolver();
  return {
    tasks,
    /** Where pictures end as well. */
    endings,
    resolvers: [resolver, new UsageResolver(), new RanTaskResolver(), new TaskResolver(tasks, resolver, customers)],
    nodes: { run: (ctx: Context, id: string) => resolver.find(ctx, id) },
    reads: runReads,
    background: [customers.sweeper(writeAborted)],
    upkeep: { 'months of runs': makePartitions, 'kept content of runs': forgetContent },
    checks: [spendCheck(customers)],
    stop: () => log.stop(),
  };
}
