/** Documents that an answer must cite: those of a case, or the named ones. */
export interface RequestedDocuments {
  readonly caseId: string | null;
  readonly documentIds: readonly string[];
}
