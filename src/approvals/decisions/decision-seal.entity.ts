import { defineEntity, p } from '@mikro-orm/core';

const DecisionSealSchema = defineEntity({
  name: 'DecisionSealRow',
  tableName: 'decision_seal',
  properties: {
    // Of the decision, which is sealed once.
    id: p.string().primary(),
    approvalId: p.string().index(),
    // The exact bytes that were signed, as with a seal.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    sealedAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** What one person has decided, signed and put into the transparency log. Insert-only. */
export class DecisionSealRow extends DecisionSealSchema.class {}
DecisionSealSchema.setClass(DecisionSealRow);
