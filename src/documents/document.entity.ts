import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';

const DocumentSchema = defineEntity({
  name: 'Document',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('document')),
    caseId: p.string(),
    // Path within the case, such as `letters/2024/offer.pdf`.
    name: p.text(),
    // The e-mail that this document was attached to.
    parentId: p.string().nullable(),
    // The newest version that is ready. Null until the first one is.
    currentVersionId: p.string().nullable(),
    erasedAt: p.datetime(3).nullable(),
    erasedBy: p.string().nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    { properties: ['caseId', 'id'] },
    { properties: ['parentId'] },
    {
      name: 'document_case_id_name_unique',
      expression: `create unique index "document_case_id_name_unique" on "document" ("case_id", "name") where "erased_at" is null`,
    },
  ],
});

/** A document of a case. Its contents are in its versions. */
export class Document extends DocumentSchema.class {
  declare createdAt: Opt<Date>;
  declare updatedAt: Opt<Date>;
}
DocumentSchema.setClass(Document);
