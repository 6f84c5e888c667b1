import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';
import { Operator } from './operator.entity.ts';

export const OperatorLinkKind = {
  /** The link's user becomes the first operator. At most one such link exists. */
  BEGIN: 'BEGIN',
  /** The link's user sets a new password. */
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
    // The token is only in the link. It is random, so a fast hash is enough.
    tokenDigest: p.blob().unique(),
    // Operator whose password the link sets. Null for the first operator.
    operator: () => p.manyToOne(Operator).ref().nullable().index().deleteRule('cascade'),
    // The only address that can use the link. Null: any.
    email: p.text().nullable(),
    makesAdmin: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Null: valid until the link is used or replaced.
    expiresAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'operator_link_begin_unique', properties: ['kind'], where: `kind = 'BEGIN'` }],
});

/** Single-use link. Deleted when it is used. */
export class OperatorLink extends OperatorLinkSchema.class {
  declare id: string;
  declare makesAdmin: Opt<boolean>;
  declare createdAt: Opt<Date>;
}
OperatorLinkSchema.setClass(OperatorLink);
