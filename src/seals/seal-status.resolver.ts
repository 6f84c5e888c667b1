import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessForEverybody } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { StatusAuthor } from '../proof/statement.ts';
import { Seal, SealStatus } from './seal.entity.ts';
import { EraseSealInput, RevokeSealInput, SupersedeSealInput } from './seal.inputs.ts';
import type { SealLimits } from './seal.limits.ts';
import { MAX_STATUSES, sealsById, statusesOfSeal } from './seal.loaders.ts';
import { SealConflict } from './seal.problems.ts';
import type { SealStatusService } from './seal-status.service.ts';

const RevokedSeal = payloadOf('RevokedSeal', 'The seal was revoked.', {
  seal: changed(() => Seal, 'Current state of the seal.'),
});

const SupersededSeal = payloadOf('SupersededSeal', 'The seal was superseded by another seal.', {
  seal: changed(() => Seal, 'Current state of the superseded seal.'),
});

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
  @Field(() => StatusAuthor, {
    nullable: true,
    description: 'Who did it. Null for changes from before it was recorded.',
  })
  readonly changedBy?: StatusAuthor | null;
  @Field(() => GraphQLDateTime, { description: 'By the clock of the service.' }) readonly changedAt!: Date;
  @Field(() => GraphQLSafeInt, { description: 'Of the statement, in the log.' }) readonly logIndex!: number;
}

const RevokeSealResult = resultOf('RevokeSeal', RevokedSeal, [NotFound]);
const SupersedeSealResult = resultOf('SupersedeSeal', SupersededSeal, [NotFound, SealConflict]);
const EraseSealResult = resultOf('EraseSeal', ErasedSeal, [NotFound]);

@Resolver(() => Seal)
export class SealStatusResolver {
  readonly #statuses: SealStatusService;

  readonly #limits: SealLimits;

  constructor(statuses: SealStatusService, limits: SealLimits) {
    this.#statuses = statuses;
    this.#limits = limits;
  }

  @AccessForEverybody()
  // A row here would lead from the id of a seal that was erased to its entry.
  @RecordedElsewhere('the transparency log')
  @Mutation(() => RevokeSealResult, {
    nullable: true,
    description: 'Withdraws a seal, with a reason that everybody sees. What was sealed when can still be proven.',
  })
  async revokeSeal(
    @Arg('input', () => RevokeSealInput) input: RevokeSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeSealResult> {
    await this.#limits.takeSeal(ctx);
    const result = await this.#statuses.revoke(ctx, input);
    return result instanceof Problem ? result : new RevokedSeal({ seal: result });
  }

  @AccessForEverybody()
  // A row here would lead from the id of a seal that was erased to its entry.
  @RecordedElsewhere('the transparency log')
  @Mutation(() => SupersedeSealResult, {
    nullable: true,
    description: 'Says that another seal has taken the place of this one.',
  })
  async supersedeSeal(
    @Arg('input', () => SupersedeSealInput) input: SupersedeSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SupersedeSealResult> {
    await this.#limits.takeSeal(ctx);
    const result = await this.#statuses.supersede(ctx, input);
    return result instanceof Problem ? result : new SupersededSeal({ seal: result });
  }

  @AccessForEverybody()
  // A row here would lead from the id of a seal that was erased to its entry.
  @RecordedElsewhere('the transparency log')
  @Mutation(() => EraseSealResult, {
    nullable: true,
    description:
      'Deletes the statement and everything by which the entry in the log could be opened. Whoever has the files of the seal keeps them.',
  })
  async eraseSeal(
    @Arg('input', () => EraseSealInput) input: EraseSealInput,
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
