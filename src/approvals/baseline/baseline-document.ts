import type { BaselineRecord } from './baseline.entity.ts';

/** Media type of signed baseline records. A signature of one type is never valid for another. */
export const BASELINE_TYPE = 'application/vnd.imprimatur.baseline-record.v1+json';

/** The signed form of a baseline record. */
export const baselineDocument = ({
  kind,
  id,
  digest,
  state,
}: Pick<BaselineRecord, 'kind' | 'id' | 'digest' | 'state'>) => ({
  kind,
  id,
  digest,
  state,
});
