import type { Account } from '../../customers/index.ts';
import type { Catalogue, TaskEntry } from '../../models/index.ts';
import type { Decision, RoutingRequest, RoutingSnapshot } from '../routing/decide.ts';
import type { RoutingPolicyDocument } from '../routing/policy.ts';

/** A decision with all that it was made by: enough to act on it, and to make it again from the log. */
export interface Routed {
  readonly decision: Decision;
  readonly request: RoutingRequest;
  readonly snapshot: RoutingSnapshot;
  readonly task: TaskEntry;
  readonly catalogue: Catalogue;
  readonly policy: RoutingPolicyDocument;
}

/** What a run asks of routing. */
export interface RoutesTasks {
  /** @throws Refusal TASK_NOT_FOUND */
  task(name: string): Promise<{ readonly task: TaskEntry }>;
  route(account: Account, request: RoutingRequest): Promise<Routed>;
}
