import { defineEntity, p } from '@mikro-orm/core';

const OperatorSpentSchema = defineEntity({
  name: 'OperatorSpent',
  properties: {
    digest: p.blob().primary(),
    // Time when the value expires. An expired value isn’t accepted anyway, so the record can then be deleted.
    expiresAt: p.datetime(3).index(),
  },
});

/** Record that a single-use value was used: a challenge, or a pending sign-in. */
export class OperatorSpent extends OperatorSpentSchema.class {}
OperatorSpentSchema.setClass(OperatorSpent);
