import { defineEntity, p } from '@mikro-orm/core';

const ChainAnchorRowSchema = defineEntity({
  name: 'ChainAnchorRow',
  tableName: 'chain_anchor',
  properties: {
    id: p.string().primary(),
    seq: p.bigint('number').index(),
    hash: p.string().length(64),
    // The exact bytes of the statement that were signed.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    anchoredAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** A signed statement about the newest chain entry at one time, with its position in the transparency log. Insert-only. */
export class ChainAnchorRow extends ChainAnchorRowSchema.class {}
ChainAnchorRowSchema.setClass(ChainAnchorRow);
