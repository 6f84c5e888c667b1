import { defineFeature } from '../feature.ts';
import type { Context } from '../platform/context.ts';
import { updateOf } from '../platform/database/table-privileges.ts';
import { loadO200k } from '../platform/tokens/index.ts';
import { CapabilityResolver } from './capabilities/capability.resolver.ts';
import { runExportMount } from './export/export-mount.ts';
import { gatewayCapabilities } from './gateway.capabilities.ts';
import { gatewayNames } from './gateway.names.ts';
import { composeImages } from './images/index.ts';
import { priceExpirations } from './price-expirations.ts';
import { DecisionReplay } from './replay/decision-replay.ts';
import { ReplayResolver } from './replay/replay.resolver.ts';
import { composeRouting, routingReads } from './routing/index.ts';
import { routingPolicyPublished } from './routing/routing.published.ts';
import { RoutingPolicy } from './routing/routing-policy.entity.ts';
import { composeRuns, type GatewayDependencies, runEntities, runSettings } from './runs/index.ts';
import { taskStartupHints } from './task-startup-hints.ts';
import { imagesMount, type PictureDrawer, v1Mounts } from './v1/index.ts';

export { CapabilityStatus } from './capabilities/capabilities.ts';
export {
  type EmbeddedEngine,
  ImageNotTaken,
  type ImageRequest,
  type ImageTasks,
  type RawImage,
} from './images/image-task.ts';
export {
  citationFileOf,
  type RecordedAnswer,
  recordedAnswer,
  recordedAnswerDigest,
} from './runs/citations/recorded-answer.ts';
export type { CallingRun, ExternalActionGate, IsExternalTool } from './runs/external-actions/external-action-gate.ts';
export { externalActionsStep } from './runs/external-actions/external-actions-step.ts';
export type { WithheldCall } from './runs/external-actions/withheld-call.ts';
export { Run } from './runs/run.entity.ts';
export type { RunSeal, ToolCall } from './runs/run-task.ts';
export { RunFailed } from './runs/run-task.ts';
export { type RunOutput, type SealsOutputs, sealStep } from './runs/seal-step.ts';
export { RanTask } from './runs/task.resolver.ts';
export { ExternalToolCall, TaskOutcome } from './runs/task.types.ts';
export type { VerifiedRun, VerifiedRuns } from './runs/verified-runs.ts';
export { type DecodedPicture, type DrawResult, IMAGE_TASK, type PictureDrawer } from './v1/index.ts';

/** Loads the token table of o200k at start. Otherwise the first call would wait 0.1 seconds for it. */
const loadTokens = async () => void (await loadO200k());

/** The model gateway: callers send tasks by name, one policy chooses the deployments, and each run is recorded. */
export const gateway = defineFeature({
  name: 'gateway',
  names: gatewayNames,
  entities: [RoutingPolicy, ...runEntities],
  tablePrivileges: {
    attempt: ['INSERT'],
    idempotent_answer: ['INSERT', 'UPDATE', 'DELETE'],
    // Statements lock expired rows before they delete them, which needs UPDATE of a column.
    kept_reasoning: ['INSERT', updateOf('expires_at'), 'DELETE'],
    misdated_run: ['INSERT', 'DELETE'],
    routing_policy: ['INSERT'],
    run: ['INSERT', updateOf('later_run_id', 'requested_by', 'input_sha256', 'output_sha256', 'output_text_sha256')],
    run_citations: ['INSERT', 'DELETE'],
    run_content: ['INSERT', updateOf('expires_at'), 'DELETE'],
    run_month_let_go: ['INSERT'],
  },
  settings: runSettings,
  enveloped: [
    { table: 'idempotent_answer', column: 'answer', context: 'id' },
    { table: 'kept_reasoning', column: 'content', context: 'id' },
  ],
  compose(platform, earlier: GatewayDependencies) {
    const { models, customers, providers } = earlier;
    const routing = composeRouting(platform, earlier);
    const { book, router, policies } = routing;
    const replay = new ReplayResolver(new DecisionReplay({ models, policies: book }));
    const runs = composeRuns(platform, earlier, router);
    const capabilities = new CapabilityResolver(models, providers.isSandboxOn);
    return {
      api: {
        router,
        tasks: runs.tasks,
        images: composeImages(earlier, router, runs),
        /** Mount of `/v1/images/generations`. A later feature passes a drawer that uses the embedded engine. */
        imagesMount: (drawer: PictureDrawer) =>
          imagesMount({ platform, models, customers, idempotent: runs.idempotent }, drawer),
        /** Finds a run that the caller may read. Null for any other id. */
        findRun: runs.find,
        verifiedRuns: runs.verified,
      },
      contributions: {
        runSteps: runs.steps,
        chainedKinds: { RUN: runs.records },
        expirations: { gateway: (ctx, until) => priceExpirations(ctx, until, { models, customers, providers }) },
        changeMakers: { ROUTING_POLICY: routing.changeMaker },
      },
      resolvers: [policies, routing.faults, routing.explain, replay, capabilities, ...runs.resolvers],
      nodes: { routingPolicy: (ctx, id) => policies.find(ctx, id), ...runs.nodes },
      nodeReads: runs.nodeReads,
      reads: { ...routingReads, ...runs.reads },
      published: [routingPolicyPublished],
      capabilities: gatewayCapabilities({ models, customers, providers }),
      startupHints: (ctx: Context) => taskStartupHints(ctx, { models, customers, providers }),
      metrics: routing.metrics,
      atStart: routing.atStart,
      warmUp: { work: loadTokens },
      background: runs.background,
      upkeep: runs.upkeep,
      checks: runs.checks,
      mounts: [
        ...v1Mounts({
          platform,
          models,
          customers,
          runs: runs.tasks,
          log: runs.runs,
          held: runs.held,
          sealReleased: runs.sealReleased,
        }),
        runExportMount(platform, earlier.chain),
      ],
      stopWaiting: runs.stopWaiting,
      close: runs.stop,
    };
  },
});
