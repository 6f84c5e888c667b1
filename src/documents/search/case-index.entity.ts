import { defineEntity, p } from '@mikro-orm/core';

const CaseIndexSchema = defineEntity({
  name: 'CaseIndex',
  properties: {
    caseId: p.string().primary(),
    configuration: p.string().primary(),
    passages: p.bigint('number'),
    characters: p.bigint('number'),
  },
});

/** Number and length of the passages of a case in one language. */
export class CaseIndex extends CaseIndexSchema.class {}
CaseIndexSchema.setClass(CaseIndex);
