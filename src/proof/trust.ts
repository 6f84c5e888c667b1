import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64, equalBytes } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import { FieldReader, type JsonValue, parseJson } from './json.ts';
import { MalformedInput } from './malformed-input.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { formatVerifierKey, keyHash, NoteRefused, parseVerifierKey, type VerifierKey, verifierKey } from './note.ts';
import { ed25519BytesOf, ed25519Spki, p256KeyOf, sealKeyId, sealKeyIdHex } from './public-key.ts';

export const TRUST_MEDIA_TYPE = 'application/vnd.imprimatur.trust+json;version=1';
export const TRUSTED_ROOT_MEDIA_TYPE = 'application/vnd.dev.sigstore.trustedroot+json;version=0.1';

/** Maximum size of a trust file, which has a few kilobytes, mostly certificate chains. */
const MAX_TRUST_BYTES = 1_000_000;

/** Both ends are included. Without `end`, the period continues. */
export interface ValidityPeriod {
  start: Date;
  end?: Date;
}

export interface TrustedLog {
  /** Name of the log: a host name without scheme, because cosign derives the key's name from the host of `baseUrl`. */
  origin: string;
  /** Ed25519 public key, 32 bytes. */
  publicKey: Uint8Array;
  validFor: ValidityPeriod;
}

export interface TrustedTimeStampAuthority {
  /** Name of the authority, for display. */
  name: string;
  uri?: string;
  /** Certificates in DER: the signing certificate first, the anchor last. */
  certificates: Uint8Array[];
  validFor: ValidityPeriod;
}

export interface TrustedSealKey {
  /** ECDSA P-256 public key, as SPKI. */
  publicKey: Uint8Array;
  validFor: ValidityPeriod;
  /** Time from which on the key counts as compromised. */
  revokedAt?: Date;
  reason?: string;
}

/** Witnesses whose cosignatures are required on a checkpoint, and the period of this requirement. */
export interface WitnessPolicy {
  witnesses: readonly VerifierKey[];
  /** Number of witnesses that must cosign a checkpoint. */
  quorum: number;
  validFor: ValidityPeriod;
}

/** A log that ended because another one replaced it. */
export interface ClosedLog {
  origin: string;
  /** Signed note of the log's last checkpoint. */
  checkpoint: string;
}

/** A verifier that was published as one file, for machines without a network, and the position of its seal in a log. */
export interface PublishedVerifier {
  /** SHA-256 of the verifier file, hex. */
  sha256: string;
  sealId: string;
  /** Name of the log that contains the verifier's seal. */
  origin: string;
  logIndex: number;
}

/**
 * Keys and certificates that a verifier trusts. A reader gets them once, from another source than the seals (a contract, on
 * paper, at the first visit), and keeps them. The member `trustedRoot` has Sigstore's own format, so that other verifiers can use
 * it.
 */
export interface Trust {
  logs: TrustedLog[];
  timeStampAuthorities: TrustedTimeStampAuthority[];
  sealKeys: TrustedSealKey[];
  /** Policies, oldest first; the last one applies now. If the list is empty, cosignatures can't be verified. */
  witnessPolicies: WitnessPolicy[];
  closedLogs: ClosedLog[];
  verifiers: PublishedVerifier[];
}

/** The public key of a log, with the name under which it signs checkpoints. */
export function logKeyOf({ origin, publicKey }: TrustedLog): VerifierKey {
  return verifierKey('ed25519', origin, publicKey);
}

/** The id of a log in bundles: a hash whose first four bytes are the key id of note signatures. */
export function logIdOf({ origin, publicKey }: TrustedLog): Uint8Array {
  return keyHash('ed25519', origin, publicKey);
}

export function isWithin({ start, end }: ValidityPeriod, at: Date): boolean {
  return at >= start && (end === undefined || at <= end);
}

/** Converts logs and authorities to Sigstore's `trusted_root.json`, as a JSON value. */
export function trustedRootOf({ logs, timeStampAuthorities }: Pick<Trust, 'logs' | 'timeStampAuthorities'>) {
  return {
    mediaType: TRUSTED_ROOT_MEDIA_TYPE,
    tlogs: logs.map((log) => ({
      baseUrl: `https://${log.origin}`,
      hashAlgorithm: 'SHA2_256',
      publicKey: {
        rawBytes: encodeBase64(ed25519Spki(log.publicKey)),
        keyDetails: 'PKIX_ED25519',
        validFor: formatPeriod(log.validFor),
      },
      logId: { keyId: encodeBase64(logIdOf(log)) },
    })),
    certificateAuthorities: [],
    ctlogs: [],
    timestampAuthorities: timeStampAuthorities.map(({ name, uri, certificates, validFor }) => ({
      subject: { organization: '', commonName: name },
      ...(uri === undefined ? {} : { uri }),
      certChain: { certificates: certificates.map((der) => ({ rawBytes: encodeBase64(der) })) },
      validFor: formatPeriod(validFor),
    })),
  };
}

/** The trust file as JSON. @throws MalformedProof if `parseTrust` would reject the result */
export function formatTrust(trust: Trust): string {
  const json = JSON.stringify(
    {
      mediaType: TRUST_MEDIA_TYPE,
      trustedRoot: trustedRootOf(trust),
      sealKeys: trust.sealKeys.map(({ publicKey, validFor, revokedAt, reason }) => ({
        keyId: sealKeyIdHex(publicKey),
        hint: encodeBase64(sealKeyId(publicKey)),
        publicKey: encodeBase64(publicKey),
        validFor: formatPeriod(validFor),
        ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
        ...(reason !== undefined && { reason }),
      })),
      witnessPolicies: trust.witnessPolicies.map(({ witnesses, quorum, validFor }) => ({
        validFor: formatPeriod(validFor),
        quorum,
        witnesses: witnesses.map((witness) => ({ name: witness.name, vkey: formatVerifierKey(witness) })),
      })),
      closedLogs: trust.closedLogs,
      verifiers: trust.verifiers,
    },
    null,
    2,
  );
  parseTrust(json);
  return `${json}\n`;
}

/**
 * Parses a trust file strictly: unknown fields are rejected, unlike those of a statement. A later release may use one to limit
 * what a key is trusted for, so ignoring it could make an invalid seal valid.
 * @throws {UnknownVersion} for a trust file of a later release
 * @throws {MalformedProof}
 */
export function parseTrust(source: string | Uint8Array): Trust {
  if (source.length > MAX_TRUST_BYTES) throw new MalformedProof('The trust file is larger than one megabyte.', 'key');
  const root = new FieldReader(parseJson(source, CheckName.key), 'The trust file', CheckName.key);
  assertMediaType(root);
  const trustedRoot = trustedRootFrom(root.object('trustedRoot'));
  const trust: Trust = {
    ...trustedRoot,
    sealKeys: root.objects('sealKeys').map(sealKeyFrom),
    witnessPolicies: root.objects('witnessPolicies', CheckName.witnesses).map(witnessPolicyFrom),
    closedLogs: root
      .objects('closedLogs', CheckName.checkpoint)
      .map((fields) => closedLogFrom(fields, trustedRoot.logs)),
    verifiers: root.objects('verifiers').map(verifierFrom),
  };
  root.end();
  assertDistinct(
    root,
    'sealKeys',
    trust.sealKeys.map(({ publicKey }) => publicKey),
  );
  return trust;
}

function assertMediaType(root: FieldReader): void {
  const mediaType = root.string('mediaType');
  if (isTrustMediaType(mediaType) && mediaType !== TRUST_MEDIA_TYPE) {
    throw new UnknownVersion(
      'It is of a version that this verifier doesn’t know. Use a newer verifier.',
      CheckName.key,
    );
  }
  root.constant('mediaType', TRUST_MEDIA_TYPE);
}

/** True for a trust file of any version. */
export function isTrustMediaType(mediaType: string): boolean {
  return /^application\/vnd\.imprimatur\.trust\+json;version=\d{1,6}$/.test(mediaType);
}

/** @throws MalformedProof */
export function parseTrustedRoot(value: JsonValue): Pick<Trust, 'logs' | 'timeStampAuthorities'> {
  return trustedRootFrom(new FieldReader(value, 'The trusted root', CheckName.key));
}

function trustedRootFrom(root: FieldReader): Pick<Trust, 'logs' | 'timeStampAuthorities'> {
  root.constant('mediaType', TRUSTED_ROOT_MEDIA_TYPE);
  // Lists for certificate-based seal keys, which aren't supported. Sigstore's format requires them, so their content is ignored.
  for (const key of ['certificateAuthorities', 'ctlogs']) if (root.has(key)) root.list(key);
  const trusted = {
    logs: root.objects('tlogs', CheckName.checkpoint).map(logFrom),
    timeStampAuthorities: root.objects('timestampAuthorities', CheckName.timestamp).map(authorityFrom),
  };
  root.end();
  return trusted;
}

function logFrom(fields: FieldReader): TrustedLog {
  fields.constant('hashAlgorithm', 'SHA2_256');
  const key = fields.object('publicKey');
  key.constant('keyDetails', 'PKIX_ED25519');
  const logId = fields.object('logId');
  const log: TrustedLog = {
    origin: originFrom(fields),
    publicKey: read(key, 'rawBytes', () => ed25519BytesOf(key.base64('rawBytes'))),
    validFor: periodFrom(key.object('validFor')),
  };
  const expected = read(fields, 'baseUrl', () => logIdOf(log));
  if (!equalBytes(logId.base64('keyId', 32), expected)) logId.refuse('keyId', 'is not the id of this key and origin');
  for (const part of [fields, key, logId]) part.end();
  return log;
}

function originFrom(fields: FieldReader): string {
  const baseUrl = fields.string('baseUrl');
  const origin = /^https:\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)$/.exec(baseUrl)?.[1];
  return origin ?? fields.refuse('baseUrl', 'must be https:// and a lower-case host name, with nothing after it');
}

function authorityFrom(fields: FieldReader): TrustedTimeStampAuthority {
  const subject = fields.object('subject');
  const organization = subject.optionalString('organization') ?? '';
  const commonName = subject.optionalString('commonName') ?? '';
  const chain = fields.object('certChain');
  const certificates = chain.objects('certificates').map((certificate) => {
    const der = certificate.base64('rawBytes');
    certificate.end();
    return der;
  });
  if (certificates.length === 0) chain.refuse('certificates', 'must not be empty');
  const uri = fields.optionalString('uri');
  const authority: TrustedTimeStampAuthority = {
    name: [organization, commonName].filter(Boolean).join(', ') || uri || 'an unnamed time-stamp authority',
    ...(uri === undefined ? {} : { uri }),
    certificates,
    validFor: periodFrom(fields.object('validFor')),
  };
  for (const part of [fields, subject, chain]) part.end();
  return authority;
}

function sealKeyFrom(fields: FieldReader): TrustedSealKey {
  const publicKey = fields.base64('publicKey');
  read(fields, 'publicKey', () => p256KeyOf(publicKey));
  const keyId = sealKeyId(publicKey);
  if (fields.hex('keyId', 32) !== bytesToHex(keyId)) fields.refuse('keyId', 'is not the SHA-256 of the public key');
  if (!equalBytes(fields.base64('hint', 32), keyId)) fields.refuse('hint', 'is not the SHA-256 of the public key');
  const revokedAt = fields.optionalInstant('revokedAt');
  const reason = fields.optionalString('reason');
  const validFor = periodFrom(fields.object('validFor'));
  fields.end();
  return {
    publicKey,
    validFor,
    ...(revokedAt !== undefined && { revokedAt: new Date(revokedAt) }),
    ...(reason !== undefined && { reason }),
  };
}

function witnessPolicyFrom(fields: FieldReader): WitnessPolicy {
  const policy: WitnessPolicy = {
    witnesses: fields.objects('witnesses', CheckName.witnesses).map(witnessFrom),
    quorum: fields.count('quorum'),
    validFor: periodFrom(fields.object('validFor')),
  };
  fields.end();
  const { witnesses, quorum } = policy;
  assertDistinct(
    fields,
    'witnesses',
    witnesses.map(({ publicKey }) => publicKey),
  );
  if (quorum > witnesses.length) fields.refuse('quorum', 'is larger than the number of witnesses');
  return policy;
}

function closedLogFrom(fields: FieldReader, logs: readonly TrustedLog[]): ClosedLog {
  const closed: ClosedLog = { origin: fields.string('origin'), checkpoint: fields.string('checkpoint') };
  fields.end();
  const ofLog = logs.filter(({ origin }) => origin === closed.origin);
  if (ofLog.length === 0) fields.refuse('origin', 'is a log that is not in the trusted root');
  read(fields, 'checkpoint', () => {
    if (!ofLog.some((log) => isSignedBy(closed.checkpoint, log)))
      throw new MalformedInput('the checkpoint is not signed by its log');
  });
  return closed;
}

function isSignedBy(checkpoint: string, log: TrustedLog): boolean {
  try {
    openCheckpoint(checkpoint, logKeyOf(log));
    return true;
  } catch (error) {
    if (error instanceof NoteRefused) return false;
    throw error;
  }
}

function verifierFrom(fields: FieldReader): PublishedVerifier {
  const verifier: PublishedVerifier = {
    sha256: fields.hex('sha256', 32),
    sealId: fields.string('sealId'),
    origin: fields.string('origin'),
    logIndex: fields.count('logIndex'),
  };
  fields.end();
  return verifier;
}

function witnessFrom(fields: FieldReader): VerifierKey {
  const key = read(fields, 'vkey', () => parseVerifierKey(fields.string('vkey')));
  if (key.type !== 'cosignature/v1') fields.refuse('vkey', 'is not the key of a witness (cosignature/v1)');
  fields.constant('name', key.name);
  fields.end();
  return key;
}

function periodFrom(fields: FieldReader): ValidityPeriod {
  const start = new Date(fields.instant('start'));
  const end = fields.optionalInstant('end');
  fields.end();
  return end === undefined ? { start } : { start, end: new Date(end) };
}

function formatPeriod({ start, end }: ValidityPeriod) {
  return { start: start.toISOString(), ...(end && { end: end.toISOString() }) };
}

function read<T>(fields: FieldReader, key: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MalformedProof) throw error;
    if (error instanceof MalformedInput) return fields.refuse(key, `cannot be read: ${error.message}`);
    throw error;
  }
}

/** Rejects duplicate public keys: one could count twice towards a quorum, or appear with and without its revocation. */
function assertDistinct(root: FieldReader, key: string, publicKeys: Uint8Array[]): void {
  if (new Set(publicKeys.map(bytesToHex)).size < publicKeys.length) root.refuse(key, 'contains one key twice');
}
