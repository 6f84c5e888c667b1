import { defineEntity, p } from '@mikro-orm/core';

const ChainAnchorRowSchema = defineEntity({
  name: 'ChainAnchorRow',
  tableName: 'chain_anchor',
  properties: {
    id: p.string().primary(),
    seq: p.bigint('number').index(),
    hash: p.string().length(64),
    // The exact bytes that were signed, as for a seal.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    anchoredAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** A signed head of the chain of records, with its position in the transparency log. Insert-only. */
export class ChainAnchorRow extends ChainAnchorRowSchema.class {}
ChainAnchorRowSchema.setClass(ChainAnchorRow);
