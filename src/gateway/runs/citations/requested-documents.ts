import type { DocumentChoice } from '../../../documents/index.ts';

/** Documents that an answer must cite: those of a case, or the named ones. */
export interface RequestedDocuments {
  readonly caseId: string | null;
  readonly documentIds: readonly string[];
}

/** Case or documents in the form of the feature `documents`. */
export const choiceOf = ({ caseId, documentIds }: RequestedDocuments): DocumentChoice =>
  caseId === null ? { documentIds } : { caseId };
