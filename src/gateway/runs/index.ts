import type { ApprovalsApi } from '../../approvals/index.ts';
import { type ChainApi, type ChainedKind, chainKinds } from '../../chain/index.ts';
import type { DocumentsApi } from '../../documents/index.ts';
import type { Context } from '../../platform/context.ts';
import { SchemaChecker } from '../../platform/json-schema/schema-checker.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleting, unaudited } from '../../platform/upkeep/upkeep.ts';
import type { RedactionApi } from '../../redaction/index.ts';
import type { SettingsApi } from '../../settings/index.ts';
import { DetachedWork } from '../idempotency/detached-work.ts';
import { idempotencyKeysPerDay, keptAnswerBytesPerDay } from '../idempotency/idempotency.settings.ts';
import { IdempotencyLimits } from '../idempotency/idempotency-limits.ts';
import { idempotencyStep } from '../idempotency/idempotency-step.ts';
import { IdempotentAnswer } from '../idempotency/idempotent-answer.entity.ts';
import { deleteExpiredAnswers, IdempotentAnswers } from '../idempotency/idempotent-answers.ts';
import { IdempotentWork } from '../idempotency/idempotent-work.ts';
import type { RoutingDependencies as Foundations } from '../routing/index.ts';
import { refused } from '../routing/refusal.ts';
import type { Router } from '../routing/router.ts';
import { Attempt } from './attempt.entity.ts';
import { RunCitations } from './citations/run-citations.entity.ts';
import { RunCitationsResolver } from './citations/run-citations.resolver.ts';
import { HeldAnswers } from './held-answers.ts';
import { holdStep } from './hold-step.ts';
import { MisdatedRun } from './misdated-run.entity.ts';
import { writeAborted } from './orphans.ts';
import { deleteExpiredContents, makePartitions } from './partitions.ts';
import { PurgedMonth } from './purged-month.entity.ts';
import { KeptReasoning } from './reasoning/kept-reasoning.entity.ts';
import { deleteOldReasoning, ReasoningKeeper } from './reasoning/reasoning-keeper.ts';
import { redactionStep } from './redaction/redaction-step.ts';
import { purgeMonths } from './retention.ts';
import { Run } from './run.entity.ts';
import { runNode, runReads } from './run.reads.ts';
import { AttemptResolver, RunResolver } from './run.resolver.ts';
import { keepRunsMonths, keepSimulatedRunsMonths, simulatedRunsPerDay } from './run.settings.ts';
import { RunAccess } from './run-access.ts';
import { heldCheck, purgedMonthsCheck, spendCheck, timeCheck } from './run-check.ts';
import { RunContent } from './run-content.entity.ts';
import { RunErasureResolver } from './run-erasure.resolver.ts';
import { RunErasure } from './run-erasure.ts';
import { RunFinisher } from './run-finisher.ts';
import { RunLog } from './run-log.ts';
import { RunMeasures } from './run-measures.ts';
import { ERASABLE, readRunRecords } from './run-record.ts';
import { RunSteps } from './run-steps.ts';
import {
  HeldTaskResolver,
  OutputWithMismatchResolver,
  RanTaskResolver,
  TaskHeldResolver,
  TaskResolver,
} from './task.resolver.ts';
import { TaskRunner } from './task-runner.ts';
import { UnservedRequests } from './unserved-requests.ts';
import { UsageResolver } from './usage.resolver.ts';
import { VerifiedRuns } from './verified-runs.ts';

export const runEntities = [
  Run,
  Attempt,
  RunContent,
  RunCitations,
  PurgedMonth,
  MisdatedRun,
  IdempotentAnswer,
  KeptReasoning,
];
export const runSettings = [
  simulatedRunsPerDay,
  keepRunsMonths,
  keepSimulatedRunsMonths,
  idempotencyKeysPerDay,
  keptAnswerBytesPerDay,
];

/** Earlier features that the gateway depends on. */
export interface GatewayDependencies extends Foundations {
  approvals: ApprovalsApi;
  settings: SettingsApi;
  chain: ChainApi;
  redaction: RedactionApi;
  documents: DocumentsApi;
}

declare module '../../chain/chain.entity.ts' {
  interface ChainKinds {
    RUN: true;
  }
}
chainKinds.declare('RUN', 1, 'A run with its attempts.');

/** Composes everything that runs tasks, and that records, reads and erases runs. */
export function composeRuns(
  {
    contributed,
    database,
    encryption,
    limits,
    telemetry,
  }: Pick<Platform, 'contributed' | 'database' | 'encryption' | 'limits' | 'telemetry'>,
  { approvals, chain, documents, models, customers, providers, redaction, settings }: GatewayDependencies,
  router: Router,
) {
  const log = new RunLog(database, customers);
  const finisher = new RunFinisher(models, log, new RunMeasures(telemetry.meter));
  const unserved = new UnservedRequests({ limits, finisher, refused });
  const steps = new RunSteps(() => contributed('runSteps'));
  const checker = new SchemaChecker();
  const runner = new TaskRunner({
    models,
    customers,
    providers,
    documents,
    routes: router,
    steps,
    access: new RunAccess(limits, () => settings.value(simulatedRunsPerDay), providers.isSandboxOn),
    unserved,
    checker,
    finisher,
    reasoning: new ReasoningKeeper(database, encryption),
  });
  const detachedWork = new DetachedWork();
  const answers = new IdempotentAnswers({
    database,
    encryption,
    customers,
    limits: new IdempotencyLimits(limits, {
      keysPerDay: () => settings.value(idempotencyKeysPerDay),
      bytesPerDay: () => settings.value(keptAnswerBytesPerDay),
    }),
  });
  const tasks = steps.around(runner);
  const held = new HeldAnswers({ approvals, customers, documents, steps });
  const verified = new VerifiedRuns(chain);
  const resolver = new RunResolver(held);
  return {
    tasks,
    /** Finishes text runs and image runs. */
    finisher,
    unserved,
    held,
    runs: resolver,
    /** Runs requests with an idempotency key that aren't text runs, such as image requests. */
    idempotent: new IdempotentWork(answers, detachedWork),
    /** Run steps that the gateway itself implements. */
    steps: {
      idempotency: idempotencyStep(answers, detachedWork, documents),
      redaction: redactionStep(redaction),
      hold: holdStep(approvals),
    },
    records: { kind: 'RUN', table: 'run', erasable: ERASABLE, read: readRunRecords } satisfies ChainedKind,
    sealReleased: steps.sealReleased.bind(steps),
    find: (ctx: Context, id: string) => resolver.find(ctx, id),
    verified,
    resolvers: [
      resolver,
      new AttemptResolver(),
      new RunCitationsResolver(documents, held),
      new UsageResolver(),
      new RanTaskResolver(),
      new OutputWithMismatchResolver(),
      new HeldTaskResolver(held),
      new TaskHeldResolver(held),
      new TaskResolver(tasks, resolver, customers, held),
      new RunErasureResolver(new RunErasure(chain, approvals)),
    ],
    nodes: { run: (ctx: Context, id: string) => resolver.find(ctx, id) },
    nodeReads: { run: runNode },
    reads: runReads,
    background: [customers.sweeper(writeAborted)],
    upkeep: {
      'new months of runs': unaudited('It creates empty tables for the next months.', makePartitions),
      'expired content of runs': deleting(deleteExpiredContents),
      'expired idempotent answers': deleting(
        unaudited('They are kept for a day, for a caller who repeats a request.', deleteExpiredAnswers),
      ),
      'expired reasoning of tool calls': deleting(
        unaudited('It is kept for a day, for the request with the results.', deleteOldReasoning),
      ),
      'expired months of runs': deleting(async (ctx: Context) =>
        purgeMonths(ctx, chain, {
          real: await settings.value(keepRunsMonths),
          simulated: await settings.value(keepSimulatedRunsMonths),
        }),
      ),
    },
    checks: [spendCheck(customers), purgedMonthsCheck(chain), heldCheck(approvals), timeCheck],
    stopWaiting: () => detachedWork.stopWaiting(),
    async stop() {
      await detachedWork.stop();
      await log.stop();
      await checker.close();
    },
  };
}
