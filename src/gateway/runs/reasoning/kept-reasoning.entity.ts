import { defineEntity, p } from '@mikro-orm/core';

const KeptReasoningSchema = defineEntity({
  name: 'KeptReasoning',
  properties: {
    id: p.string().primary(),
    // SHA-256 of account and tool call id, so that accounts never share a call.
    callSha256: p.string().length(64).index(),
    runId: p.string().index(),
    // Encrypted reasoning. It can only be decrypted together with the id of this row.
    content: p.blob(),
    expiresAt: p.datetime(3).index(),
  },
});

/**
 * Reasoning that led to one tool call, kept for a day, since its provider needs it back with the result. Sent to no one else.
 */
export class KeptReasoning extends KeptReasoningSchema.class {}
KeptReasoningSchema.setClass(KeptReasoning);
