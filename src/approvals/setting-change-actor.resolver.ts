import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { SettingChangeView, SettingView } from '../settings/index.ts';
import type { ApprovalService } from './approval.service.ts';
import { ApprovalActor } from './approval-actor.type.ts';
import type { VisibleActor } from './known-actors.ts';

/** Who has changed a setting last. */
@Resolver(() => SettingView)
export class SettingUpdaterResolver {
  readonly #approvals: Pick<ApprovalService, 'actor'>;

  constructor(approvals: Pick<ApprovalService, 'actor'>) {
    this.#approvals = approvals;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Who changed it last, by name. Null where nobody did, and when it could not be read.',
  })
  async updater(@Root() { updatedBy }: SettingView, @Ctx() ctx: Context): Promise<VisibleActor | null> {
    return updatedBy === null ? null : this.#approvals.actor(ctx, updatedBy);
  }
}

/** Who has made one change of it. */
@Resolver(() => SettingChangeView)
export class SettingChangeActorResolver {
  readonly #approvals: Pick<ApprovalService, 'actor'>;

  constructor(approvals: Pick<ApprovalService, 'actor'>) {
    this.#approvals = approvals;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Who acted, by name. Null when it could not be read.',
  })
  changer(@Root() { changedBy }: SettingChangeView, @Ctx() ctx: Context): Promise<VisibleActor> {
    return this.#approvals.actor(ctx, changedBy);
  }
}
