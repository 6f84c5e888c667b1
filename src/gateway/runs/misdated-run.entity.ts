import { defineEntity, p } from '@mikro-orm/core';

const MisdatedRunSchema = defineEntity({
  name: 'MisdatedRun',
  properties: {
    runId: p.string().primary(),
    startedAt: p.datetime(3).index(),
  },
});

/**
 * A run that started more than a minute before or after the time in its id, because a clock was set between the two times.
 * Written by a trigger of `run`. For a time span without such runs, ids are an index of the start times.
 */
export class MisdatedRun extends MisdatedRunSchema.class {}
MisdatedRunSchema.setClass(MisdatedRun);
