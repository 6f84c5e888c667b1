import { defineEntity, p } from '@mikro-orm/core';

const MisdatedRunSchema = defineEntity({
  name: 'MisdatedRun',
  properties: {
    runId: p.string().primary(),
    startedAt: p.datetime(3).index(),
  },
});

/**
 * A run that started more than a minute before or after the time in its id: a clock was set between the two times, or the row is
 * the second record of an aborted run. Written by a trigger of `run`. For a time span without such runs, ids are an index of the
 * start times.
 */
export class MisdatedRun extends MisdatedRunSchema.class {}
MisdatedRunSchema.setClass(MisdatedRun);
