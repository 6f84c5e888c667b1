import { defineEntity, p } from '@mikro-orm/core';
import { RunKind } from '../runs/run.entity.ts';

/** State of the answer to a request with an idempotency key. */
export const AnswerState = {
  UNDER_WAY: 'UNDER_WAY',
  KEPT: 'KEPT',
  /** The run has ended, but its answer was too large, or its owner's storage limit was reached. */
  NOT_KEPT: 'NOT_KEPT',
} as const;
export type AnswerState = (typeof AnswerState)[keyof typeof AnswerState];

const IdempotentAnswerSchema = defineEntity({
  name: 'IdempotentAnswer',
  properties: {
    // SHA-256 of owner and key, so that owners never share a key.
    id: p.string().length(64).primary(),
    kind: p.enum(() => RunKind).$type<RunKind>(),
    requestSha256: p.string().length(64),
    // Run that holds the key. Two runs can claim one key in turn; only this one may store its result.
    runId: p.string().index(),
    state: p.enum(() => AnswerState).$type<AnswerState>(),
    // Encrypted answer. It can only be decrypted together with `id`.
    answer: p.blob().nullable(),
    claimedAt: p.datetime(3),
    expiresAt: p.datetime(3).index(),
  },
});

/** Run and answer of a request with an idempotency key, kept for a day. */
export class IdempotentAnswer extends IdempotentAnswerSchema.class {}
IdempotentAnswerSchema.setClass(IdempotentAnswer);
