import type { EraseReferences } from '../assets/index.ts';
import { markBytesPurged } from './seal.sql.ts';

/**
 * Records on the seals of erased pictures that the sealed bytes are erased, in the same transaction. Digest, statement and log
 * entry stay, so a copy of the picture can still be verified.
 */
export const notePurge: EraseReferences = async ({ em }, pictures) => {
  await markBytesPurged(
    em,
    pictures.map(({ assetId }) => assetId),
    pictures.map(({ sha256 }) => sha256),
  );
};
