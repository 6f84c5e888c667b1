import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';
import { Operator } from './operator.entity.ts';

export const OperatorLinkKind = {
  /** Link with which a person becomes the first operator. At most one exists. */
  BEGIN: 'BEGIN',
  /** Link with which an operator sets a new password. */
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
    // SHA-256 of the link's token. The token itself isn't stored. It is random, so a fast hash is enough.
    tokenDigest: p.blob().unique(),
    // Operator whose password the link sets. Null for a sign-up link.
    operator: () => p.manyToOne(Operator).ref().nullable().index().deleteRule('cascade'),
    // Only e-mail address with which a sign-up link can be used. Null: any address. Always null for a reset link.
    email: p.text().nullable(),
    makesAdmin: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Time when the link expires. Null: it is valid until it is used or replaced.
    expiresAt: p.datetime(3).nullable(),
    // Authentication code of the row. See `OperatorCodes`.
    authenticationCode: p.blob().nullable().lazy(),
  },
  uniques: [{ name: 'operator_link_begin_unique', properties: ['kind'], where: `kind = 'BEGIN'` }],
});

/** Single-use link to sign up or to set a new password. Deleted when it is used. */
export class OperatorLink extends OperatorLinkSchema.class {
  declare id: string;
  declare makesAdmin: Opt<boolean>;
  declare createdAt: Opt<Date>;
}
OperatorLinkSchema.setClass(OperatorLink);
