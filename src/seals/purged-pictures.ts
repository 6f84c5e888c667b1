import type { EraseReferences } from '../assets/index.ts';
import { markBytesPurged } from './seal.sql.ts';

/**
 * Notes of the seals of erased pictures that the bytes are gone, in the transaction that erases them. Digest, statement and place in
 * the log stay: that these bytes were sealed can be shown to whoever has a copy.
 */
export const notePurge: EraseReferences = async ({ em }, pictures) => {
  await markBytesPurged(
    em,
    pictures.map(({ assetId }) => assetId),
    pictures.map(({ sha256 }) => sha256),
  );
};
