import { defineEntity, p } from '@mikro-orm/core';

const LimitUseSchema = defineEntity({
  name: 'LimitUse',
  properties: {
    // A keyed hash of the limit and its subject, so that IP addresses aren't stored.
    key: p.blob().primary(),
    used: p.bigint('number'),
    endsAt: p.datetime(3),
  },
});

/**
 * Usage of a rate limit in its current time window. The table is unlogged: after a crash of the database, usage restarts at 0.
 */
export class LimitUse extends LimitUseSchema.class {}
LimitUseSchema.setClass(LimitUse);
