import { defineEntity, p } from '@mikro-orm/core';

const EncryptionCanarySchema = defineEntity({
  name: 'EncryptionCanary',
  properties: {
    // The table has one row.
    name: p.string().length(16).primary(),
    encrypted: p.blob(),
    madeAt: p.datetime(3),
  },
});

/** A known encrypted text. A process that can't decrypt it was started with another key. */
export class EncryptionCanary extends EncryptionCanarySchema.class {}
EncryptionCanarySchema.setClass(EncryptionCanary);
