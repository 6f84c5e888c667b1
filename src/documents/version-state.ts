import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

/** Progress of a version of a document. `READY`, `REFUSED`, `FAILED` and `ERASED` are final. */
export const VersionState = {
  WAITING: 'WAITING',
  READING: 'READING',
  INDEXING: 'INDEXING',
  READY: 'READY',
  REFUSED: 'REFUSED',
  FAILED: 'FAILED',
  ERASED: 'ERASED',
} as const;
export type VersionState = (typeof VersionState)[keyof typeof VersionState];

describeEnum(VersionState, 'VersionState', 'Progress of a version of a document.', {
  WAITING: 'Uploaded, and waiting to be read.',
  READING: 'The text is being extracted.',
  INDEXING: 'The text is being made searchable.',
  READY: 'The version can be searched and cited.',
  REFUSED: 'The bytes can’t be read, e.g. because they are encrypted. `refusal` has the reason.',
  FAILED: 'Reading failed twice. `refusalMessage` says what to do.',
  ERASED: 'Bytes, text and names were erased. Ids, digests and lengths stay.',
});
