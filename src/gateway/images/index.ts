import type { RoutingDependencies } from '../routing/index.ts';
import type { Router } from '../routing/router.ts';
import type { RunFinisher } from '../runs/run-finisher.ts';
import type { UnservedRequests } from '../runs/unserved-requests.ts';
import { ImageRunner } from './image-runner.ts';
import type { ImageTasks } from './image-task.ts';

/** Composes image tasks, which share router and run finisher with text tasks. */
export function composeImages(
  { models, customers, providers }: RoutingDependencies,
  router: Router,
  { finisher, unserved }: { finisher: RunFinisher; unserved: UnservedRequests },
): ImageTasks {
  return new ImageRunner({ models, customers, providers, routes: router, unserved, finisher });
}
