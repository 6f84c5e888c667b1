import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { CredentialKind, type PrincipalKind } from '../auth/principal.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { principalKinds } from '../graphql/schema/principal-enums.ts';
import { newId } from '../ids.ts';
import { type ChangedValue, DeedOutcome } from './deed.ts';

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
    // Null of who has shown nothing.
    credentialKind: p
      .enum(() => CredentialKind)
      .$type<CredentialKind>()
      .nullable(),
    credentialId: p.string().nullable(),
    credentialIssuedBy: p.string().nullable(),
    action: p.string(),
    outcome: p.enum(() => DeedOutcome).$type<DeedOutcome>(),
    code: p.string().$type<ErrorCode>().nullable(),
    subjectIds: p.array().default([]),
    // These two may have to be erased one day, and are then null.
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

/** What somebody did or tried. Insert-only: the database refuses to change one, and to let go of one that is not a year old. */
export class AuditEntry extends AuditEntrySchema.class {
  declare happenedAt: Opt<Date>;
}
AuditEntrySchema.setClass(AuditEntry);
