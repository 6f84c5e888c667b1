import { defineFeature } from '../feature.ts';
import { Case } from './case.entity.ts';
import { CaseMember } from './case-member.entity.ts';
import { Document } from './document.entity.ts';
import { DocumentVersion } from './document-version.entity.ts';
import { documentsNames } from './documents.names.ts';
import { CaseIndex } from './search/case-index.entity.ts';
import { CaseWord } from './search/case-word.entity.ts';
import { IndexedVersion } from './search/indexed-version.entity.ts';
import { Passage } from './search/passage.entity.ts';

/** Feature for the documents of customers, in cases. */
export const documents = defineFeature({
  name: 'documents',
  names: documentsNames,
  entities: [Case, CaseMember, Document, DocumentVersion, Passage, IndexedVersion, CaseWord, CaseIndex],
  tablePrivileges: {
    document_case: ['INSERT', 'UPDATE', 'DELETE'],
    case_member: ['INSERT', 'DELETE'],
    document: ['INSERT', 'UPDATE', 'DELETE'],
    document_version: ['INSERT', 'UPDATE', 'DELETE'],
    passage: ['INSERT', 'DELETE'],
    indexed_version: ['INSERT', 'DELETE'],
    case_word: ['INSERT', 'UPDATE', 'DELETE'],
    case_index: ['INSERT', 'UPDATE', 'DELETE'],
  },
  compose() {
    return { api: {} };
  },
});
