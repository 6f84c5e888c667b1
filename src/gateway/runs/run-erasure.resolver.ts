import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { field, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { InputInvalid } from '../../platform/graphql/schema/problem.ts';
import type { RunErasure } from './run-erasure.ts';

/** Maximum runs per request. The row of each run stays locked until all runs of the request are erased. */
const MOST_RUNS = 500;
const MAX_REASON_LENGTH = 1_000;

@InputType({ description: 'Runs to erase personal data from, and the reason.' })
class EraseRunsInput {
  @Field(() => [ID], { description: `Ids of the runs, at most ${MOST_RUNS}.` }) runIds!: string[];
  @Field(() => String, {
    description: `Reason for the erasure. Stored permanently, so don’t name a person. At most ${MAX_REASON_LENGTH} characters.`,
  })
  reason!: string;
}

const ErasedRuns = payloadOf(
  'ErasedRuns',
  'Personal data of the runs was erased. Their entries in the hash chain remain valid.',
  {
    count: field<number>(() => GraphQLNonNegativeInt, {
      description: 'Number of runs with data erased now. The other ids are unknown, or their runs were erased before.',
    }),
  },
);

const EraseRunsResult = resultOf('EraseRuns', ErasedRuns, []);

@Resolver()
export class RunErasureResolver {
  readonly #erasure: RunErasure;

  constructor(erasure: RunErasure) {
    this.#erasure = erasure;
  }

  @AccessFor('runs:erase')
  @Mutation(() => EraseRunsResult, {
    nullable: true,
    description:
      'Erases prompts, answers, their SHA-256 digests, and requesters of runs. Tokens, costs and models stay, and the hash chain still proves that nothing else was changed.',
  })
  async eraseRuns(
    @Arg('input', () => EraseRunsInput) { runIds, reason }: EraseRunsInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EraseRunsResult> {
    const text = reason.trim();
    if (text === '' || text.length > MAX_REASON_LENGTH) {
      const detail = `Give a reason of 1 to ${MAX_REASON_LENGTH} characters.`;
      return new InputInvalid([{ pointer: '/reason', detail }]);
    }
    if (runIds.length > MOST_RUNS) {
      return new InputInvalid([
        { pointer: '/runIds', detail: `Send at most ${MOST_RUNS} run ids; ${runIds.length} were sent.` },
      ]);
    }
    return new ErasedRuns({ count: (await this.#erasure.erase(ctx, runIds, text)).length });
  }
}
