import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readBodiesAt } from '../log/index.ts';
import { equalBytes } from '../proof/bytes.ts';
import { type AnchorPredicate, parseAnchorStatement } from '../proof/chain-anchor.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { entryBody, parseEntryBody } from '../proof/entry.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import { p256KeyOf, sealKeyIdHex } from '../proof/public-key.ts';
import { STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import type { AnchorRow } from './chain-anchor.sql.ts';

/** Adds the bodies of their log entries to anchors. One statement per log. */
export async function addBodies(em: EntityManager, anchors: readonly AnchorRow[]): Promise<void> {
  for (const [log, ofLog] of Map.groupBy(anchors, ({ log }) => log)) {
    const indexes = ofLog.map(({ logIndex }) => logIndex);
    const bodies = await readBodiesAt(em, log, indexes);
    for (const anchor of ofLog) anchor.body = bodies.get(anchor.logIndex) ?? null;
  }
}

/** The signed statement of an anchor. Null if the stored anchor isn't the one that was signed and added to the log. */
export function loggedStatement(anchor: AnchorRow): AnchorPredicate | null {
  const { id, seq, hash, keyId, signature, statement, anchoredAt, body } = anchor;
  if (!body) return null;
  const payload = Buffer.from(statement, 'utf8');
  const signed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload);
  try {
    const { subject, predicate } = parseAnchorStatement(payload);
    // The public key is that in the log, which is checked, because earlier seal keys aren’t known outside the database.
    const { publicKey } = parseEntryBody(body);
    const paeDigest = createHash('sha256').update(signed).digest();
    const isRight =
      sealKeyIdHex(publicKey) === keyId &&
      predicate.anchorId === id &&
      predicate.seq === seq &&
      subject[0].digest.sha256 === hash &&
      Date.parse(predicate.claimedAt) === Date.parse(anchoredAt) &&
      equalBytes(entryBody({ paeDigest, signature, publicKey }), body) &&
      p256KeyOf(publicKey).verifies(signed, signature);
    return isRight ? predicate : null;
  } catch (error) {
    if (error instanceof MalformedProof || error instanceof MalformedInput) return null;
    throw error;
  }
}
