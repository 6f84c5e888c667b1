import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import {
  Arg,
  Ctx,
  createUnionType,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessForEverybody } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/list-size.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/problem.ts';
import { Seal, SealStatus } from './seal.entity.ts';
import { EndSealInput, SupersedeSealInput } from './seal.inputs.ts';
import type { SealLimits } from './seal.limits.ts';
import { MAX_STATUSES, sealsById, statusesOfSeal } from './seal.loaders.ts';
import { SealConflict } from './seal.problems.ts';
import type { SealStatusService } from './seal-status.service.ts';

@ObjectType({
  description: 'A seal whose statement was deleted. Its entry stays in the log and tells nobody anything.',
})
class ErasedSeal {
  @Field(() => ID, { description: 'The id that it had. Nothing is found by it any more.' })
  readonly sealId: string;

  @Field(() => GraphQLSafeInt, { description: 'The place in the log that it had.' })
  readonly logIndex: number;

  constructor({ id, logIndex }: Seal) {
    this.sealId = id;
    this.logIndex = logIndex;
  }
}

@ObjectType({ description: 'What became of a seal: a signed statement with its own place in the log.' })
class StatusOfSeal {
  @Field(() => SealStatus) readonly status!: SealStatus;
  @Field(() => String) readonly reason!: string;
  @Field(() => GraphQLDateTime, { description: 'By the clock of the service.' }) readonly changedAt!: Date;
  @Field(() => GraphQLSafeInt, { description: 'Of the statement, in the log.' }) readonly logIndex!: number;
}

const RevokeSealResult = createUnionType({
  name: 'RevokeSealResult',
  types: () => [Seal, NotFound, InputInvalid] as const,
});
const SupersedeSealResult = createUnionType({
  name: 'SupersedeSealResult',
  types: () => [Seal, NotFound, InputInvalid, SealConflict] as const,
});
const EraseSealResult = createUnionType({
  name: 'EraseSealResult',
  types: () => [ErasedSeal, NotFound, InputInvalid] as const,
});

@Resolver(() => Seal)
export class SealStatusResolver {
  readonly #statuses: SealStatusService;

  readonly #limits: SealLimits;

  constructor(statuses: SealStatusService, limits: SealLimits) {
    this.#statuses = statuses;
    this.#limits = limits;
  }

  @AccessForEverybody()
  @Mutation(() => RevokeSealResult, {
    description: 'Withdraws a seal, with a reason that everybody sees. What was sealed when can still be proven.',
  })
  async revokeSeal(
    @Arg('input', () => EndSealInput) input: EndSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeSealResult> {
    await this.#limits.takeSeal(ctx);
    return this.#statuses.revoke(ctx, input);
  }

  @AccessForEverybody()
  @Mutation(() => SupersedeSealResult, { description: 'Says that another seal has taken the place of this one.' })
  async supersedeSeal(
    @Arg('input', () => SupersedeSealInput) input: SupersedeSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SupersedeSealResult> {
    await this.#limits.takeSeal(ctx);
    return this.#statuses.supersede(ctx, input);
  }

  @AccessForEverybody()
  @Mutation(() => EraseSealResult, {
    description:
      'Deletes the statement and everything by which the entry in the log could be opened. Whoever has the files of the seal keeps them.',
  })
  async eraseSeal(
    @Arg('input', () => EndSealInput) input: EndSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EraseSealResult> {
    await this.#limits.takeSeal(ctx);
    const result = await this.#statuses.erase(ctx, input);
    return result instanceof Problem ? result : new ErasedSeal(result);
  }

  @AtMost(MAX_STATUSES)
  @FieldResolver(() => [StatusOfSeal], { description: 'What became of it, the oldest first.' })
  statusHistory(@Root() seal: Seal, @Ctx() ctx: Context): Promise<StatusOfSeal[]> {
    return ctx.loader(statusesOfSeal).load(seal.id);
  }

  @FieldResolver(() => Seal, { nullable: true, description: 'The seal that has taken its place.' })
  supersededBy(@Root() seal: Seal, @Ctx() ctx: Context): Promise<Seal | null> | null {
    return seal.supersededBy ? ctx.loader(sealsById).load(seal.supersededBy) : null;
  }
}
