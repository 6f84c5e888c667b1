import { CheckName } from './malformed-proof.ts';
import { type IssuedStatement, readStatement, writeStatement } from './statement.ts';

export const ANCHOR_PREDICATE_PATH = '/predicate/chain-anchor/v1';

/** The head of the chain of records at one time, by its issuer's word: from then on it cannot be another one. */
export interface AnchorPredicate {
  anchorId: string;
  /** Of the newest entry; the subject's digest is its hash. */
  seq: number;
  /** By the issuer's clock. */
  claimedAt: string;
}

/** @param hash of the entry, hex */
export function anchorStatement(publicUrl: string, hash: string, predicate: AnchorPredicate): Uint8Array {
  const subject = { name: 'chain', digest: { sha256: hash } };
  return writeStatement(publicUrl + ANCHOR_PREDICATE_PATH, subject, predicate, parseAnchorStatement);
}

/** @throws MalformedProof */
export function parseAnchorStatement(payload: Uint8Array): IssuedStatement<AnchorPredicate> {
  return readStatement(payload, CheckName.digest, 'The anchor’s statement', ANCHOR_PREDICATE_PATH, (fields) => ({
    anchorId: fields.string('anchorId'),
    seq: fields.count('seq'),
    claimedAt: fields.instant('claimedAt'),
  }));
}
