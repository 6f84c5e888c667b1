import { defineEntity, p } from '@mikro-orm/core';

const MisdatedRunSchema = defineEntity({
  name: 'MisdatedRun',
  properties: {
    runId: p.string().primary(),
    startedAt: p.datetime(3).index(),
  },
});

/**
 * A run that began more than a minute before or after the time in its id, because a clock was set in between. Written by a
 * trigger of `run`. As long as a span of time has none, ids are an index of the times of its runs.
 */
export class MisdatedRun extends MisdatedRunSchema.class {}
MisdatedRunSchema.setClass(MisdatedRun);
