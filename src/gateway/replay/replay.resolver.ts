import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Int, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { RunFilter } from '../runs/run.inputs.ts';
import { type DecisionReplay, MOST_DECISIONS } from './decision-replay.ts';
import { ReplayedDecisions } from './replay.types.ts';

@InputType({ description: 'What is to be tried on which decisions of the past.' })
class ReplayDecisionsInput {
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'A policy, in the form of `RoutingPolicy.document`. Null: for each decision the one that took it, so that only the catalogue is another.',
  })
  policy?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'A catalogue, in the form of `CatalogueVersion.document`. Null: for each decision the one that it was taken by, so that only the policy is another.',
  })
  catalogue?: Record<string, unknown> | null;

  @Field(() => RunFilter, { nullable: true, description: 'Decisions of which runs. Null: of all.' })
  filter?: RunFilter | null;

  @Field(() => Int, {
    defaultValue: 1_000,
    description: `How many are looked at, from the newest on: at most ${MOST_DECISIONS}.`,
  })
  most!: number;
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
      'Takes decisions of the past again by a policy or a catalogue that nobody has published, and says what would have been otherwise. Everything else is as it was: requests, money, keys, failures. With neither, it shows that each record gives its decision again.',
  })
  async replayDecisions(
    @Arg('input', () => ReplayDecisionsInput) { policy, catalogue, filter, most }: ReplayDecisionsInput,
    @Ctx() ctx: Context,
  ): Promise<ReplayedDecisions> {
    const request = { policy: policy ?? null, catalogue: catalogue ?? null, filter: filter ?? {}, most };
    return new ReplayedDecisions(await this.#replay.replay(ctx, request));
  }
}
