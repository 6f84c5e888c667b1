import DataLoader from 'dataloader';
import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { TransparencyLog } from '../../log/index.ts';
import type { Context } from '../../platform/context.ts';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { ApprovalDecision } from '../approval.entity.ts';
import { decisionBundles } from './decision-bundles.ts';
import { DecisionSealRow } from './decision-seal.entity.ts';

export const DecisionSealStatus = graphEnum('DecisionSealStatus', 'Status of a decision in the transparency log.', {
  WAITING: 'The decision is not in the log yet. It is sealed within seconds, or when the log accepts entries again.',
  SEALED: 'The decision is in the log and can’t change.',
});
export type DecisionSealStatus = keyof typeof DecisionSealStatus;

@ObjectType({ description: 'Decision as a signed statement in the transparency log.' })
export class DecisionSeal {
  @Field(() => DecisionSealStatus, { description: 'Status in the transparency log.' })
  readonly status!: DecisionSealStatus;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Index in the transparency log. Null while WAITING.' })
  readonly logIndex!: number | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the signature. Null while WAITING.' })
  readonly sealedAt!: Date | null;
  readonly decisionId!: string;
}

const rowsOf = ({ em }: Context) =>
  new DataLoader<string, DecisionSealRow | null>(async (ids) => {
    const rows = await em.find(DecisionSealRow, { id: { $in: [...ids] } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });

@Resolver(() => ApprovalDecision)
export class ApprovalDecisionSealResolver {
  @FieldResolver(() => DecisionSeal, {
    nullable: true,
    description: 'Seal of the decision, which can be verified offline. Null if it could not be read: see `errors`.',
  })
  async seal(@Root() { id }: ApprovalDecision, @Ctx() ctx: Context): Promise<DecisionSeal> {
    const row = await ctx.loader(rowsOf).load(id);
    return {
      decisionId: id,
      status: row ? DecisionSealStatus.SEALED : DecisionSealStatus.WAITING,
      logIndex: row?.logIndex ?? null,
      sealedAt: row?.sealedAt ?? null,
    };
  }
}

@Resolver(() => DecisionSeal)
export class DecisionSealResolver {
  readonly #bundles: (ctx: Context) => DataLoader<string, string | null>;

  constructor(log: TransparencyLog) {
    this.#bundles = ({ em }) =>
      new DataLoader(async (ids) => {
        const bundles = await decisionBundles(em, log, ids);
        return ids.map((id) => bundles.get(id) ?? null);
      });
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Sigstore bundle as JSON: the statement, its signature and its place in the log. Null while WAITING, and until a checkpoint of the log covers it.',
  })
  bundle(@Root() { decisionId }: DecisionSeal, @Ctx() ctx: Context): Promise<string | null> {
    return ctx.loader(this.#bundles).load(decisionId);
  }
}
