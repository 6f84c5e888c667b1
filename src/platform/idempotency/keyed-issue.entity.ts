import { defineEntity, p } from '@mikro-orm/core';

const KeyedIssueSchema = defineEntity({
  name: 'KeyedIssue',
  properties: {
    // Actor of the request. Each caller has its own idempotency keys.
    caller: p.string().primary(),
    key: p.string().length(255).primary(),
    // Name of the mutation that issued the object, for operators. The request hash includes it.
    mutation: p.string(),
    requestHash: p.string().length(64),
    // Id of the issued object. Its secret isn't stored.
    subjectId: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)').index(),
  },
});

/**
 * An object that was issued for an idempotency key. The row is written in the transaction that issues the object and kept for 24
 * hours.
 */
export class KeyedIssue extends KeyedIssueSchema.class {}
KeyedIssueSchema.setClass(KeyedIssue);
