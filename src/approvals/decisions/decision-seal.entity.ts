import { defineEntity, p } from '@mikro-orm/core';

const DecisionSealSchema = defineEntity({
  name: 'DecisionSealRow',
  tableName: 'decision_seal',
  properties: {
    // Id of the decision. It is the primary key, because a decision is sealed once.
    id: p.string().primary(),
    approvalId: p.string().index(),
    // The exact bytes that are signed, as text.
    statement: p.text(),
    signature: p.blob(),
    keyId: p.string().length(64),
    log: p.smallint(),
    logIndex: p.bigint('number'),
    sealedAt: p.datetime(3),
  },
  uniques: [{ properties: ['log', 'logIndex'] }],
});

/** Decision of one person, signed and added to the transparency log. Rows are only inserted, never changed. */
export class DecisionSealRow extends DecisionSealSchema.class {}
DecisionSealSchema.setClass(DecisionSealRow);
