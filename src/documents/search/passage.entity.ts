import { defineEntity, p } from '@mikro-orm/core';

const IndexPassageSchema = defineEntity({
  name: 'IndexPassage',
  tableName: 'passage',
  properties: {
    versionId: p.string().primary(),
    // Counts from 0 within the version.
    ordinal: p.integer().primary(),
    caseId: p.string(),
    documentId: p.string(),
    // Range of the version’s text in UTF-16 code units.
    startOffset: p.integer(),
    endOffset: p.integer(),
    // Pages of a PDF.
    firstPage: p.integer().nullable(),
    lastPage: p.integer().nullable(),
    // Headings above the passage, the outermost first.
    headingPath: p.array(),
    // PostgreSQL’s text search configuration, such as `german`.
    configuration: p.string(),
    text: p.text(),
    // Lexemes of the text with their positions, and `#` with the ids of case and document.
    words: p.text().columnType('tsvector'),
  },
  indexes: [
    {
      name: 'passage_words_index',
      expression: `create index "passage_words_index" on "passage" using gin ("words") with (fastupdate = off)`,
    },
  ],
});

/** Part of a document’s text that a search returns. Only those of a document’s current version are found. */
export class IndexPassage extends IndexPassageSchema.class {}
IndexPassageSchema.setClass(IndexPassage);
