import { defineEntity, p } from '@mikro-orm/core';

const RunContentSchema = defineEntity({
  name: 'RunContent',
  properties: {
    runId: p.string().primary(),
    prompt: p.json<unknown>(),
    answer: p.json<unknown>(),
    // Deleted after this time. Null: kept as long as the run.
    expiresAt: p.datetime(3).nullable().index(),
  },
});

/** Prompt and answer of a run, for tasks that keep them. */
export class RunContent extends RunContentSchema.class {}
RunContentSchema.setClass(RunContent);
