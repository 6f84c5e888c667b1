import { defineEntity, p } from '@mikro-orm/core';
import { RunKind } from '../runs/run.entity.ts';

/** How it stands with what a key began. */
export const AnswerState = {
  UNDER_WAY: 'UNDER_WAY',
  KEPT: 'KEPT',
  /** It has ended, and its answer was too large to be kept, or its owner had too many bytes kept already. */
  NOT_KEPT: 'NOT_KEPT',
} as const;
export type AnswerState = (typeof AnswerState)[keyof typeof AnswerState];

const IdempotentAnswerSchema = defineEntity({
  name: 'IdempotentAnswer',
  properties: {
    // Of owner and key: one owner's key is never another's.
    id: p.string().length(64).primary(),
    kind: p.enum(() => RunKind).$type<RunKind>(),
    requestSha256: p.string().length(64),
    // Also tells two attempts at one key apart: only the one that holds the row may end it.
    runId: p.string().index(),
    state: p.enum(() => AnswerState).$type<AnswerState>(),
    // What was answered, encrypted for this id.
    answer: p.blob().nullable(),
    claimedAt: p.datetime(3),
    expiresAt: p.datetime(3).index(),
  },
});

/** What a request with an idempotency key began, and its answer for a day. Never leaves the server as it is. */
export class IdempotentAnswer extends IdempotentAnswerSchema.class {}
IdempotentAnswerSchema.setClass(IdempotentAnswer);
