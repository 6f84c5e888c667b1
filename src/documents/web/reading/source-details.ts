import type { ReadVersionFragment } from '../../../web/generated/documents/graphql.ts';

/** A version of a document as it is read, with the name of the document. */
export interface SourceDetails extends ReadVersionFragment {
  readonly name: string;
}

export const isPdf = ({ mediaType }: Pick<SourceDetails, 'mediaType'>) => mediaType === 'application/pdf';

/** URL of the uploaded bytes of a version. */
export const originalUrl = ({ documentId, id }: Pick<SourceDetails, 'documentId' | 'id'>) =>
  `/api/documents/${documentId}/original?versionId=${id}`;
/** URL of the text of a version, as a file. */
export const textUrl = ({ documentId, id }: Pick<SourceDetails, 'documentId' | 'id'>) =>
  `/api/documents/${documentId}/text?versionId=${id}`;
