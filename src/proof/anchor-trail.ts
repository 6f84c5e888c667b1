import { decodeBase64, encodeUtf8 } from './bytes.ts';
import type { HashedLink } from './chain.ts';
import { type AnchorPredicate, parseAnchorStatement } from './chain-anchor.ts';
import { preAuthenticationEncoding } from './dsse.ts';
import type { FieldReader } from './json.ts';
import { MalformedInput } from './malformed-input.ts';
import { MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { isEarlier } from './record-times.ts';
import type { SealKeyRing } from './seal-key-ring.ts';
import { STATEMENT_MEDIA_TYPE } from './statement.ts';

export interface AnchorFlaw {
  fault: 'ANCHOR_INVALID' | 'ANCHOR_UNKNOWN' | 'REWRITTEN' | 'TIME_DISORDER';
  reason: string;
}

/**
 * The anchors of the entries in an export, in order: each is signed, is for its entry, names the one before it, and has a time
 * between those of the entries around it.
 */
export class AnchorTrail {
  readonly #keys: SealKeyRing;
  /** Hashes of the anchored entries, by the ids of the anchors. */
  readonly #seen = new Map<string, string>();
  #last: { seq: number; claimedAt: string } | null = null;
  /** Number of the first entry of the export. Null before it. */
  #first: number | null = null;
  /** Time of an anchor of the first entry, in milliseconds since 1970. Null if it has none. */
  beginsAt: number | null = null;
  /** Number of anchors that name no anchor before them. */
  plain = 0;
  /** Signed time of the first anchor that names the anchor before it. Null until such an anchor was added. */
  linkedSince: string | null = null;

  constructor(keys: SealKeyRing) {
    this.#keys = keys;
  }

  /** Compares the time of an entry with the anchors before it. Called before its own anchors are added. Null if it is right. */
  flawInTime({ seq, recordedAt }: HashedLink): AnchorFlaw | null {
    this.#first ??= seq;
    if (!this.#last || !isEarlier(recordedAt, this.#last.claimedAt)) return null;
    const { seq: anchored, claimedAt } = this.#last;
    const reason = `Entry ${seq} is from ${recordedAt}, but entry ${anchored} before it was anchored at ${claimedAt}.`;
    return { fault: 'TIME_DISORDER', reason };
  }

  /** Adds an anchor of an entry. Returns what is wrong with it. */
  add(fields: FieldReader, entry: HashedLink): AnchorFlaw | null {
    const { seq, hash } = entry;
    const statement = fields.string('statement');
    const signature = fields.string('signature');
    const keyId = fields.hex('keyId', 32);
    fields.end();
    const invalid = (reason: string): AnchorFlaw => ({ fault: 'ANCHOR_INVALID', reason });
    try {
      const payload = encodeUtf8(statement);
      const { subject, predicate } = parseAnchorStatement(payload);
      const key = this.#keys.find(keyId, new Date(predicate.claimedAt));
      if (!key) {
        const reason = `The trust file can’t confirm an anchor of entry ${seq}: its key isn’t trusted at its time.`;
        return { fault: 'ANCHOR_UNKNOWN', reason };
      }
      if (!key.verifies(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload), decodeBase64(signature))) {
        return invalid(`The signature of an anchor of entry ${seq} is invalid: the anchor was changed.`);
      }
      if (predicate.seq !== seq) return invalid(`Entry ${seq} has the anchor of entry ${predicate.seq}.`);
      if (subject[0].digest.sha256 !== hash) {
        const reason = `Entry ${seq} differs from the one that was anchored: the chain was rewritten.`;
        return { fault: 'REWRITTEN', reason };
      }
      const flaw = this.flawInPrevious(predicate, this.#first ?? seq);
      this.#take(predicate, hash);
      return flaw ?? flawInOrder(predicate, entry);
    } catch (error) {
      if (!(error instanceof MalformedProof || error instanceof MalformedInput)) throw error;
      const fault = error instanceof UnknownVersion ? 'ANCHOR_UNKNOWN' : 'ANCHOR_INVALID';
      return { fault, reason: `An anchor of entry ${seq} is unreadable: ${error.message}` };
    }
  }

  /** Compares the anchor that another one names with those of the export, unless it is of an entry before the export. */
  flawInPrevious({ previous, seq }: AnchorPredicate, first: number): AnchorFlaw | null {
    if (!previous || previous.seq < first || this.#seen.get(previous.anchorId) === previous.hash) return null;
    const reason = `The anchor of entry ${seq} names one of entry ${previous.seq} that the export doesn’t have.`;
    return { fault: 'ANCHOR_INVALID', reason };
  }

  #take({ anchorId, seq, previous, claimedAt }: AnchorPredicate, hash: string): void {
    this.#seen.set(anchorId, hash);
    this.#last = { seq, claimedAt };
    if (seq === this.#first) this.beginsAt ??= Date.parse(claimedAt);
    if (previous) this.linkedSince ??= claimedAt;
    else this.plain++;
  }
}

function flawInOrder({ seq, claimedAt, previous }: AnchorPredicate, { recordedAt }: HashedLink): AnchorFlaw | null {
  // Releases up to 0.2.0, whose anchors name no other, could anchor at an earlier time if the clock had been set back.
  if (!previous || !isEarlier(claimedAt, recordedAt)) return null;
  const reason = `Entry ${seq} is from ${recordedAt}, but was anchored at ${claimedAt}.`;
  return { fault: 'TIME_DISORDER', reason };
}

/** The time from which on the acts in an export must be signed: releases up to 0.2.0 didn't sign them. */
export class SigningStart {
  #latestUnsigned: number | null = null;

  /**
   * Notes that acts were signed at this time.
   * @param overlapMs time during which processes of an earlier release could still add unsigned acts
   */
  began(at: string, overlapMs = 0): void {
    this.#latestUnsigned ??= Date.parse(at) + overlapMs;
  }

  mayBeUnsigned(recordedAt: string): boolean {
    return this.#latestUnsigned === null || Date.parse(recordedAt) <= this.#latestUnsigned;
  }
}
