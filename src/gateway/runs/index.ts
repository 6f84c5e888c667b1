import type { CustomersApi } from '../../customers/index.ts';
import type { ModelsApi } from '../../models/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProvidersApi } from '../../providers/index.ts';
import { type Router, refused } from '../routing/index.ts';
import { Endings } from './ending.ts';
import { RunLog } from './run-log.ts';
import type { RunTasks } from './run-task.ts';
import { TaskRunner } from './task-runner.ts';

interface RunsOptions {
  models: ModelsApi;
  customers: CustomersApi;
  providers: ProvidersApi;
  router: Router;
}

/** The room of runs: their course and their log. */
export function composeRuns({ database }: Platform, { models, customers, providers, router }: RunsOptions) {
  const endings = new Endings(models, new RunLog(database));
  const tasks: RunTasks = new TaskRunner({ models, customers, providers, routes: router, refused, endings });
  return { tasks };
}
