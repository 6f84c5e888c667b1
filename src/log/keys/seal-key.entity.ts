import { defineEntity, p } from '@mikro-orm/core';

const SealKeySchema = defineEntity({
  name: 'SealKey',
  properties: {
    // SHA-256 of the SPKI, hex.
    keyId: p.string().length(64).primary(),
    publicKey: p.blob(),
    validFrom: p.datetime(3),
    validUntil: p.datetime(3).nullable(),
    // From here on somebody else may have signed with it.
    revokedAt: p.datetime(3).nullable(),
    reason: p.text().nullable(),
  },
});

/** A key that seals were signed with, and when it was in use. Public halves only; they are kept for ever. */
export class SealKey extends SealKeySchema.class {}
SealKeySchema.setClass(SealKey);
