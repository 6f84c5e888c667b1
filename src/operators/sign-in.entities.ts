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
    // SHA-256 of the session token. The token itself is only in the cookie. It is random, so a fast hash is enough.
    tokenDigest: p.string().length(64).unique(),
    // Time when the operator last confirmed their identity in this session.
    confirmedAt: p.datetime(3).nullable(),
    ipAddress: p.string().length(64).nullable(),
    // IP address of the last recorded use. Null until a use is recorded.
    lastAddress: p.string().length(64).nullable(),
    userAgent: p.string().length(512).nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Time of the last recorded use of the session. While the address stays the same, a use is recorded at most once a minute.
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3).index(),
    // Authentication code of the row. See `OperatorCodes`.
    authenticationCode: p.blob().nullable().lazy(),
  },
});

/** Session of an operator in one browser. */
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
    // `credential` for a password. For an account at an identity provider: `oidc:` and its issuer.
    providerId: p.string(),
    // Id that the identity provider gave the person. For a password: the id of the operator.
    accountId: p.string(),
    // Hash of the password. Null for accounts at identity providers.
    password: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  uniques: [{ properties: ['providerId', 'accountId'] }],
});

/** One way for an operator to sign in. */
export class OperatorAccount extends OperatorAccountSchema.class {
  declare id: string;
  declare createdAt: Opt<Date>;
  declare updatedAt: Opt<Date>;
}
OperatorAccountSchema.setClass(OperatorAccount);
