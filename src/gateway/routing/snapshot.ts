import type { Account, Money } from '../../customers/index.ts';
import { type Catalogue, type ModelsApi, type TaskEntry, TaskGate } from '../../models/index.ts';
import type { DeploymentStanding } from '../../providers/index.ts';
import type { RoutingRequest, RoutingSnapshot, SnapshotDeployment } from './decision.ts';

/** Gates that let a call through. What stands behind APPROVAL is run, and its output held until a person approves it. */
export const OPEN_GATES: readonly string[] = [TaskGate.APPROVAL];

/** What a snapshot is made of. */
export interface Moment {
  readonly at: Date;
  readonly catalogue: Catalogue;
  readonly task: TaskEntry;
  readonly request: Pick<RoutingRequest, 'inputTokens' | 'maxOutputTokens'>;
  readonly plan: Account['plan'];
  readonly money: Money;
  readonly standing: ReadonlyMap<string, DeploymentStanding>;
  readonly isSandboxOn: boolean;
}

/** Everything of the moment that a decision depends on. Small, since each run keeps it. */
export function snapshotOf(models: Pick<ModelsApi, 'priceAt' | 'mostOf'>, moment: Moment): RoutingSnapshot {
  const { at, catalogue, task, request, plan, money, standing, isSandboxOn } = moment;
  const tokens = { input: request.inputTokens, output: request.maxOutputTokens };
  const deployments: Record<string, SnapshotDeployment> = {};
  for (const id of deploymentsOf(catalogue, task)) {
    const {
      credential = null,
      whyNot = 'NO_KEY',
      breaker = 'CLOSED',
      medianFirstTokenMs = null,
    } = standing.get(id) ?? {};
    const mostMicros = models.mostOf(models.priceAt(catalogue, id, at), tokens, at);
    deployments[id] = {
      credential,
      whyNot: credential === null ? whyNot : null,
      breaker,
      medianFirstTokenMs,
      mostMicros,
    };
  }
  const { spentMicros, reservedMicros, softCapMicros, hardLimitMicros } = money;
  const used = spentMicros + reservedMicros;
  return {
    at: at.toISOString(),
    catalogueVersion: catalogue.version,
    plan,
    isSandboxOn,
    isPastSoftCap: softCapMicros !== null && used >= softCapMicros,
    hasHardLimit: hardLimitMicros !== null,
    leftMicros: hardLimitMicros === null ? null : Math.max(0, hardLimitMicros - used),
    openGates: OPEN_GATES,
    deployments,
  };
}

/** Those that the task's slot names. */
export function deploymentsOf({ slots }: Catalogue, task: TaskEntry): readonly string[] {
  const slot = slots.find(({ name }) => name === task.slot);
  return slot ? [slot.preferred, ...slot.alternates] : [];
}
