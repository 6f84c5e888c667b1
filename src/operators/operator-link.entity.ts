import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';
import { Operator } from './operator.entity.ts';

export const OperatorLinkKind = {
  /** Whoever follows it becomes the first operator. There is one at the most. */
  BEGIN: 'BEGIN',
  /** Whoever follows it sets a new password. */
  RESET: 'RESET',
} as const;
export type OperatorLinkKind = (typeof OperatorLinkKind)[keyof typeof OperatorLinkKind];

const OperatorLinkSchema = defineEntity({
  name: 'OperatorLink',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorLink')),
    kind: p.string().length(16).$type<OperatorLinkKind>(),
    // The token stands in the link and is kept nowhere. It is random, so a fast hash is enough.
    tokenDigest: p.blob().unique(),
    // Whose password it sets; null: nobody is there yet.
    operator: () => p.manyToOne(Operator).ref().nullable().index().deleteRule('cascade'),
    // To whom it is bound; null: to nobody.
    email: p.text().nullable(),
    makesAdmin: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Null: when it is used or replaced.
    expiresAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'operator_link_begin_unique', properties: ['kind'], where: `kind = 'BEGIN'` }],
});

/** A link that is good for one thing, once. It goes when it is used. */
export class OperatorLink extends OperatorLinkSchema.class {
  declare id: string;
  declare makesAdmin: Opt<boolean>;
  declare createdAt: Opt<Date>;
}
OperatorLinkSchema.setClass(OperatorLink);
