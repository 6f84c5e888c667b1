import { defineEntity, p } from '@mikro-orm/core';

const SealKeySchema = defineEntity({
  name: 'SealKey',
  properties: {
    // Key id: SHA-256 of the public key's SPKI, hex.
    keyId: p.string().length(64).primary(),
    publicKey: p.blob(),
    validFrom: p.datetime(3),
    validUntil: p.datetime(3).nullable(),
    // Time from which on the key counts as compromised.
    revokedAt: p.datetime(3).nullable(),
    reason: p.text().nullable(),
  },
});

/** Public key of a seal key, and its period of use. Kept forever. */
export class SealKey extends SealKeySchema.class {}
SealKeySchema.setClass(SealKey);
