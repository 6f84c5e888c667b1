import { defineEntity, p } from '@mikro-orm/core';

const ChainAnchorRowSchema = defineEntity({
  name: 'ChainAnchorRow',
  tableName: 'chain_anchor',
  properties: {
    id: p.string().primary(),
    seq: p.bigint('number').index(),
    hash: p.string().length(64),
    // The exact bytes that were signed, as with a seal.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    anchoredAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** The head of the chain over the log of runs, signed and put into the transparency log. Insert-only. */
export class ChainAnchorRow extends ChainAnchorRowSchema.class {}
ChainAnchorRowSchema.setClass(ChainAnchorRow);
