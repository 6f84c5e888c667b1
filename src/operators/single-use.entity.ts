import { defineEntity, p } from '@mikro-orm/core';

const OperatorSpentSchema = defineEntity({
  name: 'OperatorSpent',
  properties: {
    digest: p.blob().primary(),
    // After this time the value isn’t accepted anyway, so the record can be deleted.
    expiresAt: p.datetime(3).index(),
  },
});

/** Used single-use value: a challenge, or a pending sign-in at a provider. */
export class OperatorSpent extends OperatorSpentSchema.class {}
OperatorSpentSchema.setClass(OperatorSpent);
