import { defineEntity, p } from '@mikro-orm/core';

const OperatorSpentSchema = defineEntity({
  name: 'OperatorSpent',
  properties: {
    digest: p.blob().primary(),
    // Nobody takes what was spent after this anyway, so nothing of it needs to be kept.
    expiresAt: p.datetime(3).index(),
  },
});

/** What was good for one sign-in and has been used for it: a challenge, or the way to a provider and back. */
export class OperatorSpent extends OperatorSpentSchema.class {}
OperatorSpentSchema.setClass(OperatorSpent);
