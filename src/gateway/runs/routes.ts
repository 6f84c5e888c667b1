import type { Account } from '../../customers/index.ts';
import type { TaskEntry } from '../../models/index.ts';
import type { RoutingRequest } from '../routing/decide.ts';
import type { RoutedRequest } from '../routing/router.ts';

/** Part of the router that runs need. */
export interface RoutesTasks {
  /** @throws Refusal TASK_NOT_FOUND */
  task(name: string): Promise<{ readonly task: TaskEntry }>;
  route(account: Account, request: RoutingRequest): Promise<RoutedRequest>;
}
