import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';
import { Operator } from './operator.entity.ts';

const OperatorSessionSchema = defineEntity({
  name: 'OperatorSession',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorSession')),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    // The token stands in the cookie and is kept nowhere. It is random, so a fast hash is enough.
    tokenDigest: p.string().length(64).unique(),
    // When this person has last shown, in this session, that it is still they.
    confirmedAt: p.datetime(3).nullable(),
    ipAddress: p.string().length(64).nullable(),
    // Where it was last used from; null where it was not used yet.
    lastAddress: p.string().length(64).nullable(),
    userAgent: p.string().length(512).nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Last seen, to some minutes.
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3).index(),
  },
});

/** Somebody who has signed in, in one browser. */
export class OperatorSession extends OperatorSessionSchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
  declare updatedAt: Opt<Date>;
}
OperatorSessionSchema.setClass(OperatorSession);

const OperatorAccountSchema = defineEntity({
  name: 'OperatorAccount',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('operatorAccount')),
    operator: () => p.manyToOne(Operator).ref().index().deleteRule('cascade'),
    // `credential` for a password, else who vouches for this person.
    providerId: p.string(),
    // How that one knows this person.
    accountId: p.string(),
    // Hashed; null for those who come another way.
    password: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  uniques: [{ properties: ['providerId', 'accountId'] }],
});

/** One way in which a person can sign in. */
export class OperatorAccount extends OperatorAccountSchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
  declare updatedAt: Opt<Date>;
}
OperatorAccountSchema.setClass(OperatorAccount);
