import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { HoldReason } from '../platform/deletion/clock-note.entity.ts';
import { readClockNote } from '../platform/deletion/clock-note.sql.ts';
import { resumeDeletion } from '../platform/deletion/deletion-gate.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { field, payloadOf } from '../platform/graphql/schema/payload.ts';

describeEnum(HoldReason, 'DeletionHoldReason', 'Reason why deletion and erasure are on hold.', {
  START: 'By its clock, the service started more than 45 days after the last time it recorded in the database.',
  LEAP: 'The clock of the service or of the database jumped by more than a day while the service ran.',
});

@ObjectType('DeletionHold', {
  description:
    'Pause of all deletion and erasure, because a clock may be wrong. Everything else continues. `resumeDeletion` ends the pause.',
})
class DeletionHoldView {
  @Field(() => HoldReason, { description: 'Reason for the hold.' }) readonly reason!: HoldReason;
  @Field(() => GraphQLDateTime, {
    description: 'Start of the hold, by the later of the clocks of the service and the database, which may be wrong.',
  })
  readonly since!: Date;
  @Field(() => GraphQLDateTime, {
    description: 'Last time before the hold that the service recorded in the database, which it does every hour.',
  })
  readonly lastNotedAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'Current time by the clock of the database.' })
  readonly databaseTime!: Date;
  @Field(() => GraphQLDateTime, { description: 'Current time by the clock of the process that answers this request.' })
  readonly processTime!: Date;
}

@InputType({ description: 'Deletion hold to end.' })
class ResumeDeletionInput {
  @Field(() => GraphQLDateTime, {
    description: 'Value of `since` of the hold to end. A hold that began at another time stays.',
  })
  readonly heldSince!: Date;
}

const ResumedDeletion = payloadOf(
  'ResumedDeletion',
  'Deletion is no longer on hold, unless another hold is in force. If a hold was ended, deletion of old data resumes within ten minutes.',
  {
    wasHeld: field<boolean>(() => Boolean, {
      description: 'False if deletion was not on hold, or `heldSince` is not the start of the current hold.',
    }),
  },
);

const ResumeDeletionResult = resultOf('ResumeDeletion', ResumedDeletion);

/** Query and mutation for the hold that stops automatic deletion. */
@Resolver()
export class DeletionHoldResolver {
  @AccessFor('facilities:read')
  @Query(() => DeletionHoldView, {
    nullable: true,
    description:
      'Current hold: a pause of all deletion, because a clock may be wrong. Null if deletion is not on hold.',
  })
  async deletionHold(@Ctx() ctx: Context): Promise<DeletionHoldView | null> {
    const { hold, databaseTime } = await readClockNote(ctx.em);
    return hold && { ...hold, databaseTime, processTime: ctx.clock.now() };
  }

  @AccessFor('deletion:resume')
  @Mutation(() => ResumeDeletionResult, {
    nullable: true,
    description: 'Ends a hold of deletion. Check the clocks first; deleted data can’t be restored.',
  })
  async resumeDeletion(
    @Arg('input', () => ResumeDeletionInput) { heldSince }: ResumeDeletionInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ResumeDeletionResult> {
    return new ResumedDeletion({ wasHeld: await resumeDeletion(ctx, heldSince) });
  }
}
