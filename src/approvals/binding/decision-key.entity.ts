import { defineEntity, p } from '@mikro-orm/core';

const DecisionKeySchema = defineEntity({
  name: 'DecisionKey',
  properties: {
    // SHA-256 of the public key's SPKI, hex.
    keyId: p.string().length(64).primary(),
    publicKey: p.blob(),
    createdAt: p.datetime(3),
    // Null for keys in use.
    retiredAt: p.datetime(3).nullable(),
  },
});

/** Public half of a key that signs requests for approval and decisions. Kept forever. */
export class DecisionKey extends DecisionKeySchema.class {}
DecisionKeySchema.setClass(DecisionKey);

const KeyEndorsementSchema = defineEntity({
  name: 'KeyEndorsement',
  tableName: 'decision_key_endorsement',
  properties: {
    keyId: p.string().length(64).primary(),
    // Id of the key that signed the endorsement.
    endorsedBy: p.string().length(64).primary(),
    signature: p.blob(),
  },
});

/** Signed statement of one decision key that another key is a decision key of this service. */
export class KeyEndorsement extends KeyEndorsementSchema.class {}
KeyEndorsementSchema.setClass(KeyEndorsement);
