import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, Resolver, Root } from 'type-graphql';
import { RanTask, Run, TaskOutcome } from '../gateway/index.ts';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../platform/graphql/schema/payload.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import { Seal } from './seal.entity.ts';
import type { SealLimits } from './seal.limits.ts';
import { newestSealOfRun, sealsById } from './seal.loaders.ts';
import { SealConflict } from './seal.problems.ts';
import type { SealService } from './seal.service.ts';
import { whyNotSealable } from './sealable-output.ts';
import { hexDigest } from './sha256.ts';

@InputType({ description: 'A run of yours, and the text that it answered.' })
class SealRunOutputInput {
  @Field(() => ID, { description: 'Of the run in the log.' })
  runId!: string;

  @LongText(MAX_TEXT_BODY_BYTES)
  @Field(() => String, {
    description: 'Exactly as it was answered, to the last space and line end: its SHA-256 has to be the run’s.',
  })
  text!: string;
}

const SealedRunOutput = payloadOf('SealedRunOutput', 'The output of the run was sealed.', {
  seal: changed(() => Seal, 'The new seal, or the existing seal of this output.'),
});

const SealRunOutputResult = resultOf('SealRunOutput', SealedRunOutput, [NotFound, SealConflict]);

export interface RunSealResolverOptions {
  seals: SealService;
  limits: Pick<SealLimits, 'takeSeal'>;
  /** A run that the caller may see. */
  findRun: (ctx: Context, id: string) => Promise<Run | null>;
}

/** What seals add to runs. */
@Resolver(() => Run)
export class RunSealResolver {
  readonly #options: RunSealResolverOptions;

  constructor(options: RunSealResolverOptions) {
    this.#options = options;
  }

  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Of the text that it answered: the newest. Null without one.',
  })
  seal(@Root() { id }: Run, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(newestSealOfRun).load(id);
  }

  @AccessFor('own-runs:read')
  @RecordedElsewhere('the transparency log')
  @Mutation(() => SealRunOutputResult, {
    nullable: true,
    description:
      'Seals what a run answered, later: the same seal that `seal: true` gives. Only the very text whose SHA-256 is in the log of runs is sealed. Sealing twice gives the first seal.',
  })
  async sealRunOutput(
    @Arg('input', () => SealRunOutputInput) { runId, text }: SealRunOutputInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SealRunOutputResult> {
    const { seals, limits, findRun } = this.#options;
    const run = await findRun(ctx, runId);
    if (!run) return new NotFound(runId);
    const refused = refusalOf(run, text);
    if (refused) return refused;
    await limits.takeSeal(ctx);
    return new SealedRunOutput({ seal: await seals.sealOutput(ctx, { ...run, runId, text }) });
  }
}

function refusalOf(run: Run, text: string): Problem | null {
  const issue = (detail: string): ValueIssue[] => [{ pointer: '/text', detail }];
  const why = whyNotSealable(text);
  if (why !== null) return new InputInvalid(issue(why));
  if (run.status !== 'SUCCEEDED') return new SealConflict('The run did not succeed: there is no answer to seal.');
  if (run.outputTextSha256 === null) {
    return new SealConflict(
      'The log has no digest of a text that this run answered, so nothing can be compared with it.',
    );
  }
  if (hexDigest(Buffer.from(text, 'utf8')) === run.outputTextSha256) return null;
  return new InputInvalid(
    issue(
      'This is not, byte for byte, the text that the run answered: its SHA-256 is another than the one in the log.',
    ),
  );
}

/** The way back, for who may see the run. */
@Resolver(() => Seal)
export class SealRunResolver {
  readonly #findRun: RunSealResolverOptions['findRun'];

  constructor(findRun: RunSealResolverOptions['findRun']) {
    this.#findRun = findRun;
  }

  @FieldResolver(() => Run, {
    nullable: true,
    description:
      'Whose output is sealed. Null where it is none, for runs that are not yours, and for those that are gone.',
  })
  async run(@Root() { runId }: Seal, @Ctx() ctx: Context): Promise<Run | null> {
    return runId ? this.#findRun(ctx, runId) : null;
  }
}

/** And to the answer of a run that was asked for with a seal. */
@Resolver(() => RanTask)
export class RanTaskSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Of the text of the answer, where one was asked for. Null without one: the warnings say why.',
  })
  seal(@Root() { outcome }: RanTask, @Ctx() ctx: Context): Promise<Seal | null> {
    return sealOf(outcome, ctx);
  }
}

@Resolver(() => TaskOutcome)
export class TaskOutcomeSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Of the text of the answer, where one was asked for. Null without one: the warnings say why.',
  })
  seal(@Root() outcome: TaskOutcome, @Ctx() ctx: Context): Promise<Seal | null> {
    return sealOf(outcome, ctx);
  }
}

async function sealOf({ runSeal }: TaskOutcome, ctx: Context): Promise<Seal | null> {
  return runSeal && ctx.loader(sealsById).load(runSeal.id);
}
