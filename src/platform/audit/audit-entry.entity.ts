import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { CredentialKind, type PrincipalKind } from '../auth/principal.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { principalKinds } from '../graphql/schema/principal-enums.ts';
import { newId } from '../ids.ts';
import { AuditOutcome, type ChangedValue } from './audited-action.ts';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('auditEntry')),
    actor: p.string(),
    actorKind: p.enum(() => principalKinds.items()).$type<PrincipalKind>(),
    onBehalfOf: p.string().nullable(),
    // Kind of the caller's credential. Null for anonymous callers.
    credentialKind: p
      .enum(() => CredentialKind)
      .$type<CredentialKind>()
      .nullable(),
    credentialId: p.string().nullable(),
    credentialIssuedBy: p.string().nullable(),
    action: p.string(),
    outcome: p.enum(() => AuditOutcome).$type<AuditOutcome>(),
    code: p.string().$type<ErrorCode>().nullable(),
    subjectIds: p.array().default([]),
    // `changes` and `network` can hold personal data. Erasing the data sets them to null.
    changes: p.json<readonly ChangedValue[]>().nullable(),
    network: p.string().nullable(),
    requestId: p.string(),
    happenedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    { properties: ['actor', 'id'] },
    { properties: ['action', 'id'] },
    { properties: ['subjectIds'], type: 'gin' },
  ],
});

/**
 * An entry of the audit trail: an action that a caller completed or attempted. The database refuses to delete entries younger
 * than a year, and refuses updates except those that erase `changes` or `network`.
 */
export class AuditEntry extends AuditEntrySchema.class {
  declare happenedAt: Opt<Date>;
}
AuditEntrySchema.setClass(AuditEntry);
