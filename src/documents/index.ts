import { defineFeature } from '../feature.ts';
import { Case } from './case.entity.ts';
import { CaseMember } from './case-member.entity.ts';
import { Document } from './document.entity.ts';
import { DocumentVersion } from './document-version.entity.ts';
import { documentsNames } from './documents.names.ts';
import { NoDocuments } from './documents-api.ts';

export type { DocumentsApi, Passage } from './documents-api.ts';

/** Feature for the documents of customers, in cases. */
export const documents = defineFeature({
  name: 'documents',
  names: documentsNames,
  entities: [Case, CaseMember, Document, DocumentVersion],
  tablePrivileges: {
    document_case: ['INSERT', 'UPDATE', 'DELETE'],
    case_member: ['INSERT', 'DELETE'],
    document: ['INSERT', 'UPDATE', 'DELETE'],
    document_version: ['INSERT', 'UPDATE', 'DELETE'],
  },
  compose() {
    return { api: new NoDocuments() };
  },
});
