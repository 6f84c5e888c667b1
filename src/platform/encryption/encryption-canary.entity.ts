import { defineEntity, p } from '@mikro-orm/core';

const EncryptionCanarySchema = defineEntity({
  name: 'EncryptionCanary',
  properties: {
    // Key of the table's only row.
    name: p.string().length(16).primary(),
    encrypted: p.blob(),
    madeAt: p.datetime(3),
  },
});

/** A known encrypted text. A process that can't decrypt it was started with another encryption key. */
export class EncryptionCanary extends EncryptionCanarySchema.class {}
EncryptionCanarySchema.setClass(EncryptionCanary);
