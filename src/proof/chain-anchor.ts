import { CheckName } from './malformed-proof.ts';
import { type IssuedStatement, readStatement, writeStatement } from './statement.ts';

export const ANCHOR_PREDICATE_PATH = '/predicate/chain-anchor/v1';

/**
 * The newest entry of the chain at one time, as stated by the issuer. Earlier entries can't be changed afterwards without
 * contradicting this statement.
 */
export interface AnchorPredicate {
  anchorId: string;
  /** Sequence number of the newest chain entry. The digest of the statement's subject is the hash of that entry. */
  seq: number;
  /**
   * The anchor before this one. This anchor covers the entries after it. Absent in the first anchor, and in anchors from before
   * anchors named each other.
   */
  previous?: { anchorId: string; seq: number; hash: string };
  /** Time of the statement, by the issuer's clock. */
  claimedAt: string;
}

/**
 * Creates the signed bytes of an anchor.
 * @param hash hash of the newest entry, hex
 */
export function anchorStatement(publicUrl: string, hash: string, predicate: AnchorPredicate): Uint8Array {
  const subject = { name: 'chain', digest: { sha256: hash } };
  return writeStatement(publicUrl + ANCHOR_PREDICATE_PATH, subject, predicate, parseAnchorStatement);
}

/** @throws MalformedProof */
export function parseAnchorStatement(payload: Uint8Array): IssuedStatement<AnchorPredicate> {
  return readStatement(payload, CheckName.digest, 'The anchor’s statement', ANCHOR_PREDICATE_PATH, (fields) => {
    const previous = fields.optionalObject('previous');
    const predicate: AnchorPredicate = {
      anchorId: fields.string('anchorId'),
      seq: fields.count('seq'),
      ...(previous && {
        previous: {
          anchorId: previous.string('anchorId'),
          seq: previous.count('seq'),
          hash: previous.hex('hash', 32),
        },
      }),
      claimedAt: fields.instant('claimedAt'),
    };
    previous?.end();
    if (predicate.previous && predicate.previous.seq >= predicate.seq) {
      fields.refuse('previous', 'must be an anchor of an earlier entry');
    }
    return predicate;
  });
}

/** The address of the service that signed an anchor. */
export function anchorIssuer({ predicateType }: Pick<IssuedStatement<AnchorPredicate>, 'predicateType'>): string {
  return predicateType.slice(0, -ANCHOR_PREDICATE_PATH.length);
}
