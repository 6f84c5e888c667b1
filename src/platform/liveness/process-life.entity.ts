import { defineEntity, p } from '@mikro-orm/core';

const ProcessLifeSchema = defineEntity({
  name: 'ProcessLife',
  properties: {
    id: p.string().length(64).primary(),
    // Heartbeat counter. Only the process itself increases it.
    beats: p.bigint('number'),
    // Time of the last heartbeat, for operators and for checks that can't wait for the next one.
    beatenAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A process that runs, or ran recently, with its heartbeat. */
export class ProcessLife extends ProcessLifeSchema.class {}
ProcessLifeSchema.setClass(ProcessLife);
