import { defineEntity, p } from '@mikro-orm/core';
import { StatusAuthor } from '../proof/statement.ts';
import { Seal } from './seal.entity.ts';

const SealStatusChangeSchema = defineEntity({
  name: 'SealStatusChange',
  tableName: 'seal_status',
  properties: {
    id: p.string().primary(),
    seal: () => p.manyToOne(Seal).ref().deleteRule('cascade').index(),
    status: p.enum(['REVOKED', 'SUPERSEDED']),
    reason: p.text(),
    supersededBy: p.string().nullable(),
    // Author of the status change. Null for changes from before authors were recorded.
    changedBy: p
      .enum(() => StatusAuthor)
      .$type<StatusAuthor>()
      .nullable(),
    // Actor of the change, for operators only: the signed statement has no names. Null for anonymous callers, and for changes from
    // before it was recorded.
    actor: p.string().nullable(),
    // The exact bytes of the statement that were signed.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    changedAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** A change of a seal's status: a signed statement with its own log entry. Insert-only. */
export class SealStatusChange extends SealStatusChangeSchema.class {}
SealStatusChangeSchema.setClass(SealStatusChange);
