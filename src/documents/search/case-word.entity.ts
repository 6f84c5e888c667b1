import { defineEntity, p } from '@mikro-orm/core';

const CaseWordSchema = defineEntity({
  name: 'CaseWord',
  properties: {
    caseId: p.string().primary(),
    word: p.text().primary(),
    // Number of passages that have the word.
    passages: p.integer(),
  },
  indexes: [
    {
      name: 'case_word_word_index',
      expression: `create index "case_word_word_index" on "case_word" using gin ("word" gin_trgm_ops)`,
    },
  ],
});

/** Number of passages of a case that have a word. */
export class CaseWord extends CaseWordSchema.class {}
CaseWordSchema.setClass(CaseWord);
