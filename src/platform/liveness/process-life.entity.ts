import { defineEntity, p } from '@mikro-orm/core';

const ProcessLifeSchema = defineEntity({
  name: 'ProcessLife',
  properties: {
    id: p.string().length(64).primary(),
    // Only the process itself raises it.
    beats: p.bigint('number'),
    // For people, and for a look that can't wait. Who judges over work waits and compares `beats`.
    beatenAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A process that runs, or ran until a moment ago. */
export class ProcessLife extends ProcessLifeSchema.class {}
ProcessLifeSchema.setClass(ProcessLife);
