import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

/** Result of an upload for one file. */
export const UploadOutcome = {
  ADDED: 'ADDED',
  NEW_VERSION: 'NEW_VERSION',
  DUPLICATE: 'DUPLICATE',
  REFUSED: 'REFUSED',
} as const;
export type UploadOutcome = (typeof UploadOutcome)[keyof typeof UploadOutcome];

describeEnum(UploadOutcome, 'UploadOutcome', 'Result of an upload for one file.', {
  ADDED: 'The file is a new document.',
  NEW_VERSION: 'The file is a new version of the document with this name.',
  DUPLICATE: 'The case already has these bytes, in `document`. Nothing was added.',
  REFUSED: 'The file can’t be added. `refusal` has the reason.',
});
