import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64, equalBytes } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import { FieldReader, type JsonValue, parseJson } from './json.ts';
import { Malformed } from './malformed.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';
import { formatVerifierKey, keyHash, NoteRefused, parseVerifierKey, type VerifierKey, verifierKey } from './note.ts';
import { ed25519BytesOf, ed25519Spki, p256KeyOf, sealKeyId } from './public-key.ts';

export const TRUST_MEDIA_TYPE = 'application/vnd.imprimatur.trust+json;version=1';
export const TRUSTED_ROOT_MEDIA_TYPE = 'application/vnd.dev.sigstore.trustedroot+json;version=0.1';

/** A trust file is a few kilobytes; a chain of certificates for each time-stamp authority is the most of it. */
const MAX_TRUST_BYTES = 1_000_000;

/** Both ends belong to it. Without an end it has not ended. */
export interface ValidityPeriod {
  start: Date;
  end?: Date;
}

export interface TrustedLog {
  /** A bare host name: cosign takes the name of the log's key from the host of `baseUrl`. */
  origin: string;
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
  validFor: ValidityPeriod;
}

export interface TrustedTimeStampAuthority {
  /** For people. */
  name: string;
  uri?: string;
  /** DER, the certificate that signs time stamps first, the anchor last. */
  certificates: Uint8Array[];
  validFor: ValidityPeriod;
}

export interface TrustedSealKey {
  /** SPKI, ECDSA P-256. */
  publicKey: Uint8Array;
  validFor: ValidityPeriod;
  /** From here on somebody else may have signed with it. */
  revokedAt?: Date;
  reason?: string;
}

/** Whose cosignatures a checkpoint had to have, and when that was asked. */
export interface WitnessPolicy {
  witnesses: readonly VerifierKey[];
  /** How many of the witnesses have to have cosigned. */
  quorum: number;
  validFor: ValidityPeriod;
}

/** Where a log ended that another one has followed. */
export interface ClosedLog {
  origin: string;
  /** Its last checkpoint, signed by it: a note. */
  checkpoint: string;
}

/** A verifier in one file, for machines without network, and where the log has its seal. */
export interface PublishedVerifier {
  /** Of the file, as hex. */
  sha256: string;
  sealId: string;
  /** The log that it is in. */
  origin: string;
  logIndex: number;
}

/**
 * What a verifier pins: got once, over another way than the seals (the contract, a paper, the first visit), and kept.
 * The `trustedRoot` within is Sigstore's own format, so that other verifiers take it as it is.
 */
export interface Trust {
  logs: TrustedLog[];
  timeStampAuthorities: TrustedTimeStampAuthority[];
  sealKeys: TrustedSealKey[];
  /** The oldest first; the last one is in force. Without any, nobody's cosignature is known. */
  witnessPolicies: WitnessPolicy[];
  closedLogs: ClosedLog[];
  verifiers: PublishedVerifier[];
}

/** The log's key under the name it signs checkpoints with. */
export function logKeyOf({ origin, publicKey }: TrustedLog): VerifierKey {
  return verifierKey('ed25519', origin, publicKey);
}

/** What a bundle calls the log: the key id of its note signatures, uncut. */
export function logIdOf({ origin, publicKey }: TrustedLog): Uint8Array {
  return keyHash('ed25519', origin, publicKey);
}

export function isWithin({ start, end }: ValidityPeriod, at: Date): boolean {
  return at >= start && (end === undefined || at <= end);
}

/** Sigstore's `trusted_root.json`, as a value for JSON. */
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

/** The trust file as JSON. @throws MalformedProof when it would not be read again. */
export function formatTrust(trust: Trust): string {
  const json = JSON.stringify(
    {
      mediaType: TRUST_MEDIA_TYPE,
      trustedRoot: trustedRootOf(trust),
      sealKeys: trust.sealKeys.map(({ publicKey, validFor, revokedAt, reason }) => ({
        keyId: bytesToHex(sealKeyId(publicKey)),
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

/** @throws MalformedProof */
export function parseTrust(source: string | Uint8Array): Trust {
  if (source.length > MAX_TRUST_BYTES) throw new MalformedProof('The trust file is larger than one megabyte.', 'key');
  const root = new FieldReader(parseJson(source, CheckName.key), 'The trust file', CheckName.key);
  root.constant('mediaType', TRUST_MEDIA_TYPE);
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

/** @throws MalformedProof */
export function parseTrustedRoot(value: JsonValue): Pick<Trust, 'logs' | 'timeStampAuthorities'> {
  return trustedRootFrom(new FieldReader(value, 'The trusted root', CheckName.key));
}

function trustedRootFrom(root: FieldReader): Pick<Trust, 'logs' | 'timeStampAuthorities'> {
  root.constant('mediaType', TRUSTED_ROOT_MEDIA_TYPE);
  // These are of certificates for seal keys, which are not known here; a trusted root has the lists anyway.
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
  return origin ?? fields.refuse('baseUrl', 'must be https:// and a host name in small letters, with nothing after it');
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
    name: [organization, commonName].filter(Boolean).join(', ') || uri || 'a time-stamp authority without name',
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
  if (ofLog.length === 0) fields.refuse('origin', 'is of a log that is not in the trusted root');
  read(fields, 'checkpoint', () => {
    if (!ofLog.some((log) => isSignedBy(closed.checkpoint, log))) throw new Malformed('its log did not sign it');
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
    if (error instanceof Malformed) return fields.refuse(key, `cannot be read: ${error.message}`);
    throw error;
  }
}

/** The same key twice could count twice towards a quorum, or stand with and without its revocation. */
function assertDistinct(root: FieldReader, key: string, publicKeys: Uint8Array[]): void {
  if (new Set(publicKeys.map(bytesToHex)).size < publicKeys.length) root.refuse(key, 'names one key twice');
}
