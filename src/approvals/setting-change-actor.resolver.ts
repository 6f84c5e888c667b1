import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { SettingChangeView, SettingView } from '../settings/index.ts';
import type { ApprovalService } from './approval.service.ts';
import { ApprovalActor } from './approval-actor.type.ts';
import type { VisibleActor } from './known-actors.ts';

@Resolver(() => SettingView)
export class SettingUpdaterResolver {
  readonly #approvals: Pick<ApprovalService, 'actor'>;

  constructor(approvals: Pick<ApprovalService, 'actor'>) {
    this.#approvals = approvals;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description:
      'Actor of the last change, with the name. Null if the setting was never changed, or the name could not be read.',
  })
  async updater(@Root() { updatedBy }: SettingView, @Ctx() ctx: Context): Promise<VisibleActor | null> {
    return updatedBy === null ? null : this.#approvals.actor(ctx, updatedBy);
  }
}

@Resolver(() => SettingChangeView)
export class SettingChangeActorResolver {
  readonly #approvals: Pick<ApprovalService, 'actor'>;

  constructor(approvals: Pick<ApprovalService, 'actor'>) {
    this.#approvals = approvals;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Actor of the change, with the name. Null if it could not be read: see `errors`.',
  })
  changer(@Root() { changedBy }: SettingChangeView, @Ctx() ctx: Context): Promise<VisibleActor> {
    return this.#approvals.actor(ctx, changedBy);
  }
}
