import type { FieldReader } from './json.ts';
import { CheckName } from './malformed-proof.ts';
import { type IssuedStatement, readStatement, writeStatement } from './statement.ts';

export const BASELINE_PREDICATE_PATH = '/predicate/evidence-baseline/v1';

/** Number and common digest of the records of one kind that a baseline contains. */
export interface BaselineRecords {
  count: number;
  /** SHA-256 over the lines `id digest`, each with a line feed, in the order of the ids; hex. */
  sha256: string;
}

/**
 * Statement about the requests for approval and decisions that a service had stored before it began to sign them. Records that
 * aren’t signed are valid only if the baseline contains them.
 */
export interface BaselinePredicate {
  baselineId: string;
  /** Newest entry of the chain of records. Absent if the chain was empty. */
  chain?: { seq: number; hash: string };
  requests: BaselineRecords;
  decisions: BaselineRecords;
  /** Time of the statement, by the issuer’s clock. */
  claimedAt: string;
}

/**
 * Creates the signed bytes of a baseline.
 * @param sha256 SHA-256 of the digests of requests and decisions, hex
 */
export function baselineStatement(publicUrl: string, sha256: string, predicate: BaselinePredicate): Uint8Array {
  const subject = { name: 'baseline', digest: { sha256 } };
  return writeStatement(publicUrl + BASELINE_PREDICATE_PATH, subject, predicate, parseBaselineStatement);
}

/** @throws MalformedProof */
export function parseBaselineStatement(payload: Uint8Array): IssuedStatement<BaselinePredicate> {
  return readStatement(payload, CheckName.digest, 'The baseline’s statement', BASELINE_PREDICATE_PATH, (fields) => {
    const chain = fields.optionalObject('chain');
    const predicate: BaselinePredicate = {
      baselineId: fields.string('baselineId'),
      ...(chain && { chain: { seq: chain.count('seq'), hash: chain.hex('hash', 32) } }),
      requests: recordsOf(fields.object('requests')),
      decisions: recordsOf(fields.object('decisions')),
      claimedAt: fields.instant('claimedAt'),
    };
    chain?.end();
    return predicate;
  });
}

function recordsOf(fields: FieldReader): BaselineRecords {
  const records = { count: fields.count('count'), sha256: fields.hex('sha256', 32) };
  fields.end();
  return records;
}
