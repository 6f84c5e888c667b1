import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Int, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { RunFilter } from '../runs/run.inputs.ts';
import { type DecisionReplay, MOST_DECISIONS } from './decision-replay.ts';
import { ReplayedDecisions } from './replay.types.ts';

@InputType({ description: 'Documents to replay past decisions with, and the decisions to replay.' })
class ReplayDecisionsInput {
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Policy to replay with, in the form of `RoutingPolicy.document`. Null: each decision’s own policy, so that only the catalogue differs.',
  })
  policy?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Catalogue to replay with, in the form of `CatalogueVersion.document`. Null: the catalogue that each decision used, so that only the policy differs.',
  })
  catalogue?: Record<string, unknown> | null;

  @Field(() => RunFilter, { nullable: true, description: 'Runs whose routing decisions are replayed. Null: all runs.' })
  filter?: RunFilter | null;

  @Field(() => Int, {
    defaultValue: 1_000,
    description: `Maximum number of decisions, newest first. 1 to ${MOST_DECISIONS}, default 1000.`,
  })
  limit!: number;
}

@Resolver()
export class ReplayResolver {
  readonly #replay: DecisionReplay;

  constructor(replay: DecisionReplay) {
    this.#replay = replay;
  }

  @AccessFor('routing:read')
  @Query(() => ReplayedDecisions, {
    description:
      'Replays past routing decisions with an unpublished routing policy or catalogue, and reports what would have changed. Requests, budgets, keys and failures stay as recorded. With neither document, it verifies that each decision can be reproduced from its record.',
  })
  async replayDecisions(
    @Arg('input', () => ReplayDecisionsInput) { policy, catalogue, filter, limit }: ReplayDecisionsInput,
    @Ctx() ctx: Context,
  ): Promise<ReplayedDecisions> {
    const request = { policy: policy ?? null, catalogue: catalogue ?? null, filter: filter ?? {}, limit };
    return new ReplayedDecisions(await this.#replay.replay(ctx, request));
  }
}
