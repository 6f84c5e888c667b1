import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, Resolver, Root } from 'type-graphql';
import { RanTask, Run, TaskOutcome, type VerifiedRuns } from '../gateway/index.ts';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import { sealableCitations } from './citations/sealable-citations.ts';
import { outputProblem } from './recorded-output.ts';
import { Seal } from './seal.entity.ts';
import type { SealLimits } from './seal.limits.ts';
import { newestCitationsSealOfRun, newestSealOfRun, sealsById } from './seal.loaders.ts';
import { SealConflict } from './seal.problems.ts';
import type { SealService } from './seal.service.ts';
import { unsealableReason } from './sealable-output.ts';

@InputType({ description: 'A run that the caller can see, and its output text.' })
class SealRunOutputInput {
  @Field(() => ID, { description: 'Id of the run.' })
  runId!: string;

  @LongText(MAX_TEXT_BODY_BYTES)
  @Field(() => String, {
    description:
      'The run’s output text exactly as returned, including trailing spaces and line ends. Its SHA-256 must equal the one recorded with the run.',
  })
  text!: string;
}

const SealedRunOutput = payloadOf('SealedRunOutput', 'The output of the run was sealed.', {
  seal: changed(() => Seal, 'The new seal, or the existing seal of this output.'),
  citationsSeal: field<Seal | null>(() => Seal, {
    nullable: true,
    description: 'Seal of the verified citations. Null for an answer that isn’t from documents, or that was held.',
  }),
});

const SealRunOutputResult = resultOf('SealRunOutput', SealedRunOutput, [NotFound, SealConflict]);

export interface RunSealResolverOptions {
  seals: SealService;
  limits: Pick<SealLimits, 'takeSeal'>;
  /** Finds a run that the caller can see. Null otherwise. */
  findRun: (ctx: Context, id: string) => Promise<Run | null>;
  verifiedRuns: Pick<VerifiedRuns, 'find' | 'answerOf'>;
}

/** Adds the field `seal` to runs, and the mutation that seals a run's output text. */
@Resolver(() => Run)
export class RunSealResolver {
  readonly #options: RunSealResolverOptions;

  constructor(options: RunSealResolverOptions) {
    this.#options = options;
  }

  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Newest seal of the run’s output text. Null if it isn’t sealed.',
  })
  seal(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(newestSealOfRun).load(id);
  }

  @FieldResolver(() => Seal, {
    nullable: true,
    description:
      'Newest seal of the verified citations of the run’s answer from documents. Null if they aren’t sealed.',
  })
  citationsSeal(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(newestCitationsSealOfRun).load(id);
  }

  @AccessFor('own-runs:read')
  @RecordedElsewhere('the transparency log')
  @Mutation(() => SealRunOutputResult, {
    nullable: true,
    description:
      'Seals the output text of a run that succeeded, as `seal: true` does during the run. The text must match the SHA-256 recorded with the run, and this record must match its entry in the hash chain; otherwise nothing is signed. Sealing again returns the existing seal, unless that was revoked, superseded or erased.',
  })
  async sealRunOutput(
    @Arg('input', () => SealRunOutputInput) { runId, text }: SealRunOutputInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SealRunOutputResult> {
    const { seals, limits, findRun, verifiedRuns } = this.#options;
    // The first call checks that the caller can see the run.
    const run = (await findRun(ctx, runId)) && (await verifiedRuns.find(ctx, runId));
    if (!run) return new NotFound(runId);
    const why = unsealableReason(text);
    if (why !== null) return new InputInvalid([{ pointer: '/text', detail: why }]);
    const problem = outputProblem(run, text);
    if (problem) return problem;
    const answer = await verifiedRuns.answerOf(ctx, runId, run);
    await limits.takeSeal(ctx);
    const output = { ...run, runId, text };
    const seal = await seals.sealOutput(ctx, output);
    const citationsSeal = answer && (await seals.sealCitationFile(ctx, sealableCitations(output, answer)));
    return new SealedRunOutput({ seal, citationsSeal });
  }
}

/** Adds the field `run` to seals, for those of run outputs. */
@Resolver(() => Seal)
export class SealRunResolver {
  readonly #findRun: RunSealResolverOptions['findRun'];

  constructor(findRun: RunSealResolverOptions['findRun']) {
    this.#findRun = findRun;
  }

  @FieldResolver(() => Run, {
    nullable: true,
    description:
      'Run whose output was sealed. Null for other seals, for runs that the caller can’t see, and for deleted runs.',
  })
  async run(@Root() { runId }: Seal, @Ctx() ctx: Context): Promise<Run | null> {
    return runId ? this.#findRun(ctx, runId) : null;
  }
}

const OF_CITATIONS =
  'Seal of the verified citations of an answer from documents, with the seal of its text. Null for other answers.';

/** Adds the field `seal` to the result of a run, for runs requested with `seal: true`. */
@Resolver(() => RanTask)
export class RanTaskSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description:
      'Seal of the output text. Null if the request asked for none, or if the text couldn’t be sealed: `warnings` of the outcome say why.',
  })
  seal(@Root() { outcome }: RanTask, @Ctx() ctx: Context): Promise<Seal | null> {
    return sealOf(outcome, ctx);
  }

  @FieldResolver(() => Seal, { nullable: true, description: OF_CITATIONS })
  citationsSeal(@Root() { outcome }: RanTask, @Ctx() ctx: Context): Promise<Seal | null> {
    return citationsSealOf(outcome, ctx);
  }
}

@Resolver(() => TaskOutcome)
export class TaskOutcomeSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description:
      'Seal of the output text. Null if the request asked for none, or if the text couldn’t be sealed: `warnings` of the outcome say why.',
  })
  seal(@Root() outcome: TaskOutcome, @Ctx() ctx: Context): Promise<Seal | null> {
    return sealOf(outcome, ctx);
  }

  @FieldResolver(() => Seal, { nullable: true, description: OF_CITATIONS })
  citationsSeal(@Root() outcome: TaskOutcome, @Ctx() ctx: Context): Promise<Seal | null> {
    return citationsSealOf(outcome, ctx);
  }
}

async function citationsSealOf({ runSeal }: TaskOutcome, ctx: Context): Promise<Seal | null> {
  return runSeal?.citations ? ctx.loader(sealsById).load(runSeal.citations.id) : null;
}

async function sealOf({ runSeal }: TaskOutcome, ctx: Context): Promise<Seal | null> {
  return runSeal && ctx.loader(sealsById).load(runSeal.id);
}
