import type { Account, Money } from '../../customers/index.ts';
import { type Catalogue, type ModelsApi, requestedSizeFor, type TaskEntry, TaskGate } from '../../models/index.ts';
import type { DeploymentAvailability } from '../../providers/index.ts';
import type { RoutingRequest, RoutingSnapshot, SnapshotDeployment } from './decision.ts';
import { documentRouteOf, localDeploymentsOf } from './document-route.ts';
import { inputTokensAtMost } from './token-families.ts';

/** Gates that let a call run. With APPROVAL, the output is held until a person approves it. */
export const OPEN_GATES: readonly string[] = [TaskGate.APPROVAL];

/** Data from which a snapshot for one routing decision is built. */
export interface SnapshotInput {
  readonly at: Date;
  readonly catalogue: Catalogue;
  readonly task: TaskEntry;
  readonly request: Omit<RoutingRequest, 'task' | 'needsOutputSchema' | 'preference'>;
  readonly plan: Account['plan'];
  readonly money: Money;
  readonly availability: ReadonlyMap<string, DeploymentAvailability>;
  readonly isSandboxOn: boolean;
}

/** Complete state that a decision depends on. Small, since each run stores it. */
export function snapshotOf(models: RoutingPrices, moment: SnapshotInput): RoutingSnapshot {
  const { at, catalogue, task, plan, money, availability, isSandboxOn } = moment;
  const deployments: Record<string, SnapshotDeployment> = {};
  for (const id of deploymentsOf(catalogue, task, moment.request.documents)) {
    const {
      credential = null,
      whyNot = 'NO_KEY',
      breaker = 'CLOSED',
      medianFirstTokenMs = null,
      pausedBy,
      pauseLeftMs,
    } = availability.get(id) ?? {};
    const mostMicros = mostOf(models, moment, id);
    deployments[id] = {
      credential,
      whyNot: credential === null ? whyNot : null,
      breaker,
      medianFirstTokenMs,
      mostMicros,
      ...(pausedBy && { pausedBy }),
      ...(pauseLeftMs !== undefined && { pauseLeftMs }),
    };
  }
  const { spentMicros, reservedMicros, uncertainMicros, softCapMicros, hardLimitMicros } = money;
  const used = spentMicros + reservedMicros;
  return {
    at: at.toISOString(),
    catalogueVersion: catalogue.version,
    plan,
    isSandboxOn,
    isPastSoftCap: softCapMicros !== null && used >= softCapMicros,
    hasHardLimit: hardLimitMicros !== null,
    leftMicros: hardLimitMicros === null ? null : Math.max(0, hardLimitMicros - used),
    ...(hardLimitMicros !== null &&
      reservedMicros > uncertainMicros && { underWayMicros: reservedMicros - uncertainMicros }),
    openGates: OPEN_GATES,
    deployments,
  };
}

export type RoutingPrices = Pick<ModelsApi, 'priceAt' | 'maxCostOf' | 'maxCostOfImages'>;

/**
 * Maximum cost of the call at a deployment. Null if it is unknown, or if the deployment draws no images of the requested size.
 */
function mostOf(models: RoutingPrices, { catalogue, request, at }: SnapshotInput, id: string): number | null {
  const { maxOutputTokens, image, isHourCached } = request;
  const price = models.priceAt(catalogue, id, at);
  const entry = catalogue.deployments.find((one) => one.id === id);
  const inputTokens = entry ? inputTokensAtMost(entry.provider, request) : request.inputTokens;
  if (!image) return models.maxCostOf(price, { input: inputTokens, output: maxOutputTokens, isHourCached }, at);
  const size = entry?.kind === 'IMAGE' ? requestedSizeFor(entry.images, image) : null;
  return size && models.maxCostOfImages(price, { inputTokens, images: image.count, pixels: size.pixels }, at);
}

/** Ids of the deployments in the task's slot or, with documents, of those that can answer from them. */
export function deploymentsOf(
  catalogue: Catalogue,
  task: TaskEntry,
  documents: RoutingRequest['documents'] = undefined,
): readonly string[] {
  const served = documents === undefined ? task : documentRouteOf(catalogue, task);
  const slot = catalogue.slots.find(({ name }) => name === served.slot);
  const ids = slot ? [slot.preferred, ...slot.alternates] : [];
  if (documents !== 'LOCAL_ONLY') return ids;
  return [...new Set([...ids, ...localDeploymentsOf(catalogue).map(({ id }) => id)])];
}
