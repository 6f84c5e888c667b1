import { defineEntity, p } from '@mikro-orm/core';

const KeyedIssueSchema = defineEntity({
  name: 'KeyedIssue',
  properties: {
    // The actor who asked: one caller's key is never another's.
    caller: p.string().primary(),
    key: p.string().length(255).primary(),
    // The mutation, for operators. The hash of the request includes it.
    mutation: p.string(),
    requestHash: p.string().length(64),
    // Id of the object that was issued. Its secret is not stored.
    subjectId: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)').index(),
  },
});

/** The object that a mutation issued for an idempotency key. The row is written in the transaction that issues it, and kept for 24 hours. */
export class KeyedIssue extends KeyedIssueSchema.class {}
KeyedIssueSchema.setClass(KeyedIssue);
