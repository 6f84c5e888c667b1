import { defineEntity, p } from '@mikro-orm/core';

const EncryptionCanarySchema = defineEntity({
  name: 'EncryptionCanary',
  properties: {
    // There is one.
    name: p.string().length(16).primary(),
    encrypted: p.blob(),
    madeAt: p.datetime(3),
  },
});

/** A text that everybody knows, encrypted: whoever cannot read it was started with another key. */
export class EncryptionCanary extends EncryptionCanarySchema.class {}
EncryptionCanarySchema.setClass(EncryptionCanary);
