import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessForEveryone } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
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

/**
 * Place of the record of a change. The audit trail has changes by operators only: an entry would link the id of a seal that its
 * owner erased to its log entry.
 */
const RECORDED = 'the transparency log, and changes by operators in the audit trail';

const RevokedSeal = payloadOf('RevokedSeal', 'The seal was revoked.', {
  seal: changed(() => Seal, 'Current state of the seal.'),
});

const SupersededSeal = payloadOf('SupersededSeal', 'The seal was superseded by another seal.', {
  seal: changed(() => Seal, 'Current state of the superseded seal.'),
});

@ObjectType({
  description: 'A seal whose statement was deleted. Its entry stays in the log, but reveals nothing about the seal.',
})
class ErasedSeal {
  @Field(() => ID, { description: 'Former id of the seal, which finds nothing any more.' })
  readonly sealId: string;

  @Field(() => GraphQLSafeInt, { description: 'Former position of the seal in the log.' })
  readonly logIndex: number;

  constructor({ id, logIndex }: Seal) {
    this.sealId = id;
    this.logIndex = logIndex;
  }
}

@ObjectType('SealStatusChange', {
  description: 'Change of a seal’s status: a signed statement with its own position in the log.',
})
class SealStatusChangeView {
  @Field(() => SealStatus, { description: 'Status after the change.' }) readonly status!: SealStatus;
  @Field(() => String, { description: 'Reason given for the change, which is public.' }) readonly reason!: string;
  @Field(() => StatusAuthor, {
    nullable: true,
    description: 'Author of the change. Null for changes from before it was recorded.',
  })
  readonly changedBy?: StatusAuthor | null;
  /** Not a field by itself: see `SealStatusActorResolver`. */
  readonly actor?: string | null;
  @Field(() => GraphQLDateTime, { description: 'Time of the change, by the service’s clock.' })
  readonly changedAt!: Date;
  @Field(() => GraphQLSafeInt, { description: 'Position of this change’s statement in the log.' })
  readonly logIndex!: number;
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

  @AccessForEveryone()
  @RecordedElsewhere(RECORDED)
  @Mutation(() => RevokeSealResult, {
    nullable: true,
    description:
      'Revokes a seal, with a reason that everyone can read. The seal still proves which bytes were sealed and when.',
  })
  async revokeSeal(
    @Arg('input', () => RevokeSealInput) input: RevokeSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeSealResult> {
    await this.#limits.takeSeal(ctx);
    const result = await this.#statuses.revoke(ctx, input);
    return result instanceof Problem ? result : new RevokedSeal({ seal: result });
  }

  @AccessForEveryone()
  @RecordedElsewhere(RECORDED)
  @Mutation(() => SupersedeSealResult, {
    nullable: true,
    description: 'Marks a seal as superseded by another seal.',
  })
  async supersedeSeal(
    @Arg('input', () => SupersedeSealInput) input: SupersedeSealInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SupersedeSealResult> {
    await this.#limits.takeSeal(ctx);
    const result = await this.#statuses.supersede(ctx, input);
    return result instanceof Problem ? result : new SupersededSeal({ seal: result });
  }

  @AccessForEveryone()
  @RecordedElsewhere(RECORDED)
  @Mutation(() => EraseSealResult, {
    nullable: true,
    description:
      'Deletes the seal’s statement and everything that could reveal what its log entry is about. Copies of the seal’s files that were downloaded before remain valid.',
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
  @FieldResolver(() => [SealStatusChangeView], {
    description: 'Changes of the seal’s status, oldest first. Empty while it is in force.',
  })
  statusHistory(@Root() seal: Seal, @Ctx() ctx: Context): Promise<SealStatusChangeView[]> {
    return ctx.loader(statusesOfSeal).load(seal.id);
  }

  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Seal that superseded this one. Null if it wasn’t superseded, or if the other seal was erased.',
  })
  supersededBy(@Root() seal: Seal, @Ctx() ctx: Context): Promise<Seal | null> | null {
    return seal.supersededBy ? ctx.loader(sealsById).load(seal.supersededBy) : null;
  }
}

/** Adds the field `actor` to status changes. The history of a seal is public, its actors aren't. */
@Resolver(() => SealStatusChangeView)
export class SealStatusActorResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Actor who changed the status, e.g. `operator:op_…`. Only operators and this actor can read it; it is null for other callers. Also null if an anonymous caller changed the status, and for changes from before actors were recorded.',
  })
  actor(@Root() { actor }: SealStatusChangeView, @Ctx() { principal }: Context): string | null {
    if (!actor) return null;
    return can(principal, 'seals:list') || principal.actor === actor ? actor : null;
  }
}
