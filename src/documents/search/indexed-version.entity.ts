import { defineEntity, p } from '@mikro-orm/core';

const IndexedVersionSchema = defineEntity({
  name: 'IndexedVersion',
  properties: {
    versionId: p.string().primary(),
    caseId: p.string(),
    configuration: p.string(),
    passages: p.integer(),
    characters: p.bigint('number'),
  },
  indexes: [{ properties: ['caseId'] }],
});

/** A version whose passages are all stored, and counted in the words of its case. */
export class IndexedVersion extends IndexedVersionSchema.class {}
IndexedVersionSchema.setClass(IndexedVersion);
