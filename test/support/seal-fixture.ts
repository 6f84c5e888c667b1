import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bundle, type BundleLogEntry, formatBundle, paeDigestOf } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { preAuthenticationEncoding } from '../../src/proof/dsse.ts';
import { entryBody } from '../../src/proof/entry.ts';
import { sealKeyId } from '../../src/proof/public-key.ts';
import { formatStanding } from '../../src/proof/standing-envelope.ts';
import {
  type SealPredicate,
  STATEMENT_MEDIA_TYPE,
  type StandingPredicate,
  type StatusPredicate,
  sealStatement,
  standingStatement,
  statusStatement,
} from '../../src/proof/statement.ts';
import { normalizedDigest, sealedBytes } from '../../src/proof/text.ts';
import {
  formatTrust,
  logIdOf,
  parseTrust,
  type Trust,
  type TrustedLog,
  type WitnessPolicy,
} from '../../src/proof/trust.ts';
import { logSigner, type TestSigner } from './note-signing.ts';
import { TestLog } from './test-log.ts';

export const PUBLIC_URL = 'https://seals.example.org';
export const LOG_ORIGIN = 'log1.seals.example.org';
export const CLAIMED_AT = '2026-11-21T09:00:00Z';
export const NOW = new Date('2026-11-21T12:00:00Z');
const TRUSTED_FROM = new Date('2026-01-01T00:00:00Z');

/** An ECDSA P-256 key as OpenSSL makes and uses it. */
export class SealKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly spki: Uint8Array;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
    this.spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
  }

  get id(): Uint8Array {
    return sealKeyId(this.spki);
  }

  sign(bytes: Uint8Array): Uint8Array {
    return new Uint8Array(sign('sha256', bytes, { key: this.privateKey, dsaEncoding: 'der' }));
  }
}

export interface SealWishes {
  text?: string;
  /** In place of the text, for what would be too much to hold: its digest and length, behind the salt if it is private. */
  hashed?: { sha256: string; byteLength: number };
  salt?: Uint8Array;
  predicate?: Partial<SealPredicate>;
  key?: SealKey;
}

export interface Sealed {
  bundle: Bundle;
  artifact: Uint8Array;
  predicate: SealPredicate;
}

/** A seal key, a log in memory and what a verifier pins of them. */
export class SealingHouse {
  readonly key = new SealKey();
  readonly log: TestSigner;
  readonly witnesses: TestSigner[];
  // Index 0 is the log's own entry: there are verifiers that take the index 0 for none.
  readonly #entries: string[] = [JSON.stringify({ kind: 'genesis', origin: LOG_ORIGIN })];

  constructor({ witnesses = [], log = logSigner(LOG_ORIGIN) }: { witnesses?: TestSigner[]; log?: TestSigner } = {}) {
    this.witnesses = witnesses;
    this.log = log;
    this.#addStrangers(12);
  }

  seal({
    text = 'Grüße,\nhow much is it?\n',
    hashed,
    salt,
    predicate: wishes = {},
    key = this.key,
  }: SealWishes = {}): Promise<Sealed> {
    const artifact = sealedBytes(text, salt);
    const predicate: SealPredicate = {
      sealId: `seal_${this.#entries.length}`,
      nonce: encodeBase64(new Uint8Array(randomBytes(32))),
      mediaType: 'text/plain; charset=utf-8',
      byteLength: hashed?.byteLength ?? artifact.length,
      canonicalization: 'none',
      normalizedDigest: { alg: 'lf-nfc-v1', sha256: bytesToHex(normalizedDigest(text, salt)) },
      issuer: { origin: PUBLIC_URL },
      aiGenerated: true,
      claimedAt: CLAIMED_AT,
      limits: ['Does not say that the content is true, lawful or complete.'],
      ...(salt && { private: true }),
      ...wishes,
    };
    const subject = { name: 'text', digest: { sha256: hashed?.sha256 ?? bytesToHex(sha256(artifact)) } };
    return this.signed(sealStatement(PUBLIC_URL, subject, predicate), key).then((bundle) => ({
      bundle,
      artifact,
      predicate,
    }));
  }

  status(of: Sealed, wishes: Partial<StatusPredicate> = {}, key = this.key): Promise<Bundle> {
    const predicate: StatusPredicate = {
      statusId: `status_${this.#entries.length}`,
      nonce: encodeBase64(new Uint8Array(randomBytes(32))),
      sealId: of.predicate.sealId,
      status: 'REVOKED',
      reason: 'The figure was wrong.',
      claimedAt: CLAIMED_AT,
      ...wishes,
    };
    return this.signed(statusStatement(PUBLIC_URL, bytesToHex(paeDigestOf(of.bundle)), predicate), key);
  }

  /** What the house says of the seal as of now, as it stands in a list of statuses: in force, unless it is to say another thing. */
  standing(of: Sealed, wishes: Partial<StandingPredicate> = {}, key = this.key): string {
    const predicate: StandingPredicate = {
      sealId: of.predicate.sealId,
      standing: 'IN_FORCE',
      asOf: NOW.toISOString(),
      ...wishes,
    };
    const payload = standingStatement(PUBLIC_URL, bytesToHex(paeDigestOf(of.bundle)), predicate);
    const signature = key.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    return JSON.stringify(formatStanding(payload, signature, key.id));
  }

  /** Signs the payload, appends its entry and proves it in the tree as it is then. */
  async signed(payload: Uint8Array, key = this.key, payloadType = STATEMENT_MEDIA_TYPE): Promise<Bundle> {
    const pae = preAuthenticationEncoding(payloadType, payload);
    const signature = key.sign(pae);
    const body = entryBody({ paeDigest: sha256(pae), signature, publicKey: key.spki });
    return {
      envelope: { payloadType, payload, signatures: [{ sig: signature }] },
      keyId: key.id,
      logEntry: await this.logged(body),
      timeStamps: [],
    };
  }

  /** Appends a body and, after it, some of other people's. */
  async logged(body: Uint8Array): Promise<BundleLogEntry> {
    const logIndex = this.#entries.push(new TextDecoder().decode(body)) - 1;
    this.#addStrangers(9);
    return this.entryAt(logIndex);
  }

  async entryAt(logIndex: number, treeSize = this.size): Promise<BundleLogEntry> {
    const log = this.tree();
    return {
      logIndex,
      logId: logIdOf(this.trustedLog()),
      canonicalizedBody: new TextEncoder().encode(this.#entries[logIndex]),
      inclusionProof: {
        logIndex,
        rootHash: log.root(treeSize),
        treeSize,
        hashes: await log.inclusion(logIndex, treeSize),
        checkpoint: log.checkpoint(treeSize, this.witnesses),
      },
    };
  }

  /** The same before any witness has seen the log's tree. */
  async uncosigned(bundle: Bundle): Promise<Bundle> {
    const { logEntry } = bundle;
    const { treeSize } = logEntry.inclusionProof;
    const inclusionProof = { ...logEntry.inclusionProof, checkpoint: this.tree().checkpoint(treeSize) };
    return { ...bundle, logEntry: { ...logEntry, inclusionProof } };
  }

  tree(): TestLog {
    return new TestLog(LOG_ORIGIN, this.size, (index) => this.#entries[index]!, this.log);
  }

  get size(): number {
    return this.#entries.length;
  }

  trustedLog(): TrustedLog {
    return { origin: LOG_ORIGIN, publicKey: this.log.key.publicKey, validFor: { start: TRUSTED_FROM } };
  }

  /** All of its witnesses have to cosign. */
  witnessPolicy(wishes: Partial<WitnessPolicy> = {}): WitnessPolicy {
    const witnesses = this.witnesses.map(({ key }) => key);
    return { witnesses, quorum: witnesses.length, validFor: { start: TRUSTED_FROM }, ...wishes };
  }

  /** As a verifier has it, through the file. */
  trust(wishes: Partial<Trust> = {}): Trust {
    return parseTrust(
      formatTrust({
        logs: [this.trustedLog()],
        timeStampAuthorities: [],
        sealKeys: [{ publicKey: this.key.spki, validFor: { start: TRUSTED_FROM } }],
        witnessPolicies: [this.witnessPolicy()],
        closedLogs: [],
        verifiers: [],
        ...wishes,
      }),
    );
  }

  #addStrangers(count: number): void {
    for (let i = 0; i < count; i++) this.#entries.push(`entry ${this.#entries.length} of somebody else`);
  }
}

/** A bundle as JSON that a test may spoil before it is read. */
export function jsonOf(bundle: Bundle): BundleJson {
  return JSON.parse(formatBundle(bundle)) as BundleJson;
}

export interface BundleJson {
  mediaType: string;
  verificationMaterial: {
    publicKey: { hint: string };
    tlogEntries: EntryJson[];
    timestampVerificationData: { rfc3161Timestamps: { signedTimestamp: string }[] };
  };
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string; keyid?: string }[] };
}

export interface EntryJson {
  logIndex: string;
  logId: { keyId: string };
  kindVersion: { kind: string; version: string };
  integratedTime: string;
  inclusionProof: {
    logIndex: string;
    rootHash: string;
    treeSize: string;
    hashes: string[];
    checkpoint: { envelope: string };
  };
  canonicalizedBody: string;
}
