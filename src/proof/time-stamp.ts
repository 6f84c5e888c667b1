import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { equalBytes } from './bytes.ts';
import { isWithin, type TrustedTimeStampAuthority } from './trust.ts';

/**
 * Result of verifying one RFC 3161 response. `not-checked` if the trust file names no authority, or without WebCrypto, as on a
 * page over plain http: this code doesn't implement RSA and the authorities' curves itself.
 */
export type TimeStampResult =
  | { status: 'passed'; at: Date; authority: string }
  | { status: 'failed'; reason: string }
  /** The time stamp is valid, but from an authority that the trust file doesn't name. */
  | { status: 'unknown'; reason: string }
  | { status: 'not-checked'; reason: string };

/** Time by which the verifier's clock may be behind the authority's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Maximum number of certificates in a path. A usual path has a signer, two intermediates and a root. */
const MAX_PATH_LENGTH = 6;

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
  rsaEncryption: '1.2.840.113549.1.1.1',
} as const;

/** Accepted hash algorithms. SHA-1 isn't accepted, because collisions would allow one time stamp for two texts. */
const HASHES: Record<string, { name: string; digest: (bytes: Uint8Array) => Uint8Array }> = {
  '2.16.840.1.101.3.4.2.1': { name: 'SHA-256', digest: sha256 },
  '2.16.840.1.101.3.4.2.2': { name: 'SHA-384', digest: sha384 },
  '2.16.840.1.101.3.4.2.3': { name: 'SHA-512', digest: sha512 },
};
const SHA256_OID = '2.16.840.1.101.3.4.2.1';

/** Hash algorithm that each signature algorithm names. It must be the one in the time stamp's token. */
const SIGNATURE_HASHES: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};

/** Certificate extensions that are either checked or irrelevant to time stamps, like policies. */
const UNDERSTOOD_EXTENSIONS: readonly string[] = [
  OID.keyUsage,
  OID.basicConstraints,
  OID.certificatePolicies,
  OID.extendedKeyUsage,
];

class StampRejected extends Error {}

/**
 * The time stamp is from an authority that the trust file doesn't name. All checks that are possible without knowing the
 * authority have passed.
 */
class UnknownAuthority extends Error {}

/**
 * Verifies a time-stamp response over exactly these bytes against the authorities in the trust file. All requirements apply to
 * the one certificate whose key made the signature, not to any certificate in the token (CVE-2026-39984). The trust file must
 * list the authority as valid at the time of the stamp.
 * @param now the verifier's clock; time stamps more than five minutes later than this are rejected
 */
export async function verifyTimeStamp(
  response: Uint8Array,
  data: Uint8Array,
  authorities: readonly TrustedTimeStampAuthority[],
  now: Date,
): Promise<TimeStampResult> {
  try {
    const token = readResponse(response);
    const at = stampedAt(token, data, now);
    if (authorities.length === 0) {
      return {
        status: 'not-checked',
        reason: 'No time-stamp authority is pinned, so the time stamp proves nothing here.',
      };
    }
    const { crypto } = globalThis;
    if (crypto?.subtle === undefined) {
      return { status: 'not-checked', reason: 'This page has no WebCrypto, so the time stamp is not checked here.' };
    }
    const engine = new pkijs.CryptoEngine({ name: 'webcrypto', crypto });
    const authority = await authorityOf(token, at, authorities, engine);
    return { status: 'passed', at, authority: authority.name };
  } catch (error) {
    // asn1js, pkijs and WebCrypto throw errors of all kinds for a malformed token. All mean that the stamp is invalid.
    if (error instanceof UnknownAuthority) return { status: 'unknown', reason: error.message };
    const reason = error instanceof StampRejected ? error.message : 'The time stamp is unreadable.';
    return { status: 'failed', reason };
  }
}

interface TimeStampToken {
  info: pkijs.TSTInfo;
  infoBytes: Uint8Array;
  signer: pkijs.SignerInfo;
  certificates: pkijs.Certificate[];
}

function readResponse(bytes: Uint8Array): TimeStampToken {
  const { status, timeStampToken } = new pkijs.TimeStampResp({ schema: readDer(bytes) });
  // Status 0 means granted, 1 granted with modifications. A response with any other status has no valid token.
  if ((status.status as number) !== 0 && (status.status as number) !== 1) {
    throw new StampRejected(`The authority did not grant the time stamp (status ${status.status}).`);
  }
  if (timeStampToken?.contentType !== OID.signedData)
    throw new StampRejected('The response contains no time-stamp token.');
  const signed = new pkijs.SignedData({ schema: timeStampToken.content });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== OID.tstInfo || eContent === undefined) throw new StampRejected('The token contains no time.');
  const [signer, ...others] = signed.signerInfos;
  if (signer === undefined || others.length > 0) throw new StampRejected('A time-stamp token has exactly one signer.');
  const infoBytes = new Uint8Array(eContent.getValue());
  return {
    info: new pkijs.TSTInfo({ schema: readDer(infoBytes) }),
    infoBytes,
    signer,
    certificates: (signed.certificates ?? []).filter((item) => item instanceof pkijs.Certificate),
  };
}

function readDer(bytes: Uint8Array): asn1js.BaseBlock {
  // The bytes are copied, because asn1js reads the whole buffer behind a view, and Node's Buffer.slice returns a view.
  const { result, offset } = asn1js.fromBER(new Uint8Array(bytes).buffer);
  if (offset !== bytes.length) throw new StampRejected('The time stamp is unreadable.');
  return result;
}

function stampedAt({ info }: TimeStampToken, data: Uint8Array, now: Date): Date {
  if (info.version !== 1) throw new StampRejected('The time stamp has an unknown version.');
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const hash = HASHES[hashAlgorithm.algorithmId];
  if (hash === undefined) throw new StampRejected('The time stamp uses a hash other than SHA-256, SHA-384 or SHA-512.');
  if (!equalBytes(new Uint8Array(hashedMessage.getValue()), hash.digest(data))) {
    throw new StampRejected('The time stamp is for other bytes than this signature.');
  }
  const at = info.genTime;
  if (Number.isNaN(at.getTime())) throw new StampRejected('The time stamp has no readable time.');
  if (at.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) {
    throw new StampRejected(`The time stamp is from the future: ${at.toISOString()}.`);
  }
  return at;
}

/** Returns the authority for which all checks pass. If none does, throws the first reason that was found. */
async function authorityOf(
  token: TimeStampToken,
  at: Date,
  authorities: readonly TrustedTimeStampAuthority[],
  engine: pkijs.CryptoEngine,
): Promise<TrustedTimeStampAuthority> {
  let reason: string | null = null;
  const [readable, damaged] = readCertificates(authorities);
  for (const { authority, pinned } of readable) {
    for (const certificate of signerCertificates(token, pinned)) {
      // Two authorities can share a root. If the trust file lists a signing certificate itself, only its time stamps count, not
      // those of another signer under the same root.
      if (!isAuthority(pinned[0]!) && !isSame(certificate, pinned[0]!)) continue;
      try {
        await assertSigned(token, certificate, engine);
        const path = await pathToAnchor(certificate, pinned, token.certificates, engine);
        if (path === null) continue; // signed by another authority
        assertMayStamp(certificate);
        assertValid(path, at);
        if (!isWithin(authority.validFor, at)) {
          throw new StampRejected(`${authority.name} was not trusted at the time of the stamp, ${at.toISOString()}.`);
        }
        return authority;
      } catch (error) {
        reason ??= error instanceof StampRejected ? error.message : 'The signature of the time stamp can’t be checked.';
      }
    }
  }
  if (reason !== null) throw new StampRejected(reason);
  await assertStandsByItself(token, engine);
  if (damaged[0]) {
    throw new UnknownAuthority(
      `The trust file is damaged: a certificate of ${damaged[0].name} in it is unreadable. Get the trust file again.`,
    );
  }
  throw new UnknownAuthority(
    'The time stamp is not from a pinned authority. The service might have changed to another one since the trust file was created.',
  );
}

/** Authorities with their certificates, and those with an unreadable certificate, which says nothing about a time stamp. */
function readCertificates(authorities: readonly TrustedTimeStampAuthority[]) {
  const readable: { authority: TrustedTimeStampAuthority; pinned: pkijs.Certificate[] }[] = [];
  const damaged: TrustedTimeStampAuthority[] = [];
  for (const authority of authorities) {
    try {
      readable.push({ authority, pinned: authority.certificates.map(certificateOf) });
    } catch {
      damaged.push(authority); // asn1js and pkijs throw errors of all kinds
    }
  }
  return [readable, damaged] as const;
}

/**
 * Checks that need no known authority: the certificate of the signer, if included, must be for time stamps, and its key must have
 * signed. Unknown signature algorithms are skipped.
 */
async function assertStandsByItself(token: TimeStampToken, engine: pkijs.CryptoEngine): Promise<void> {
  const { signer, certificates } = token;
  const signers = signerCertificates(token, []);
  if (signers.length === 0 && certificates.length > 0) {
    throw new StampRejected('The time stamp includes certificates, but not its signer’s.');
  }
  const hash = HASHES[signer.digestAlgorithm.algorithmId];
  if (signatureHashOf(signer.signatureAlgorithm.algorithmId, hash?.name ?? '') !== hash?.name) return;
  for (const certificate of signers) {
    try {
      await assertSigned(token, certificate, engine);
    } catch (error) {
      if (error instanceof StampRejected) throw error;
    }
    assertMayStamp(certificate);
  }
}

/**
 * All pinned certificates, and all in the token, with the issuer and serial number of the signer. The signature shows which of
 * them signed.
 */
function signerCertificates(
  { signer, certificates }: TimeStampToken,
  pinned: readonly pkijs.Certificate[],
): pkijs.Certificate[] {
  const { sid } = signer;
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) {
    throw new StampRejected('The signer of the time stamp is not named by issuer and number.');
  }
  const named = [...pinned, ...certificates].filter(
    ({ issuer, serialNumber }) => issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  );
  return named.filter((one, index) => named.findIndex((other) => isSame(one, other)) === index);
}

async function assertSigned(
  token: TimeStampToken,
  certificate: pkijs.Certificate,
  engine: pkijs.CryptoEngine,
): Promise<void> {
  const { signer, infoBytes } = token;
  const hash = HASHES[signer.digestAlgorithm.algorithmId];
  if (hash === undefined)
    throw new StampRejected('The token is signed with a hash other than SHA-256, SHA-384 or SHA-512.');
  const signatureHash = signatureHashOf(signer.signatureAlgorithm.algorithmId, hash.name);
  if (signatureHash !== hash.name) throw new StampRejected('The token is signed with an unknown algorithm.');

  const attributes = signer.signedAttrs;
  if (attributes === undefined) throw new StampRejected('The token has no signed attributes.');
  const contentType = attribute(attributes, OID.contentType);
  if (!(contentType instanceof asn1js.ObjectIdentifier) || contentType.getValue() !== OID.tstInfo) {
    throw new StampRejected('The token is not signed as a time stamp.');
  }
  const digest = attribute(attributes, OID.messageDigest);
  const isOfInfo =
    digest instanceof asn1js.OctetString && equalBytes(new Uint8Array(digest.getValue()), hash.digest(infoBytes));
  if (!isOfInfo) throw new StampRejected('The token’s signature is for a different time than it shows.');
  assertNames(attributes, certificate);

  const isSigned = await engine.verifyWithPublicKey(
    attributes.encodedValue,
    signer.signature,
    certificate.subjectPublicKeyInfo,
    signer.signatureAlgorithm,
    signer.signatureAlgorithm.algorithmId === OID.rsaEncryption ? hash.name : undefined,
  );
  if (!isSigned) throw new StampRejected('The signature of the time stamp is invalid.');
}

function signatureHashOf(algorithmId: string, hashName: string): string | undefined {
  return algorithmId === OID.rsaEncryption ? hashName : SIGNATURE_HASHES[algorithmId];
}

/** The only value of an attribute. Undefined if there are several, because two readers could use different ones. */
function attribute(attributes: pkijs.SignedAndUnsignedAttributes, type: string): unknown {
  const [first, ...others] = attributes.attributes.filter((candidate) => candidate.type === type);
  return others.length === 0 && first?.values.length === 1 ? first.values[0] : undefined;
}

/** Checks that the signed attributes contain the hash of this certificate (RFC 3161), so that no other can be substituted. */
function assertNames(attributes: pkijs.SignedAndUnsignedAttributes, certificate: pkijs.Certificate): void {
  const der = derOf(certificate);
  const second = essCertId(attribute(attributes, OID.signingCertificateV2));
  if (second) {
    const [algorithm] = second;
    const algorithmId =
      algorithm instanceof asn1js.Sequence
        ? new pkijs.AlgorithmIdentifier({ schema: algorithm }).algorithmId
        : SHA256_OID;
    const hash = HASHES[algorithmId];
    if (hash && isHash(second, hash.digest(der))) return;
  }
  // The first version of the attribute uses SHA-1. That suffices, because the signature already binds the key, and the hash only
  // distinguishes certificates.
  const first = second ? undefined : essCertId(attribute(attributes, OID.signingCertificate));
  if (first && isHash(first, sha1(der))) return;
  throw new StampRejected(
    'The token contains the hash of a different certificate than the one with the signer’s number.',
  );
}

/** Parts of the first ESSCertID in the attribute, which is that of the signer's certificate. */
function essCertId(value: unknown): unknown[] | undefined {
  const list = value instanceof asn1js.Sequence ? value.valueBlock.value[0] : undefined;
  const first = list instanceof asn1js.Sequence ? list.valueBlock.value[0] : undefined;
  return first instanceof asn1js.Sequence ? first.valueBlock.value : undefined;
}

function isHash(parts: unknown[], expected: Uint8Array): boolean {
  const hash = parts.find((part) => part instanceof asn1js.OctetString);
  return hash !== undefined && equalBytes(new Uint8Array(hash.getValue()), expected);
}

/**
 * The certificates from the signer up to the anchor in the trust file, each signed by the next. Null if no path leads to the
 * anchor. The token's certificates only help to find the path.
 */
async function pathToAnchor(
  signer: pkijs.Certificate,
  pinned: readonly pkijs.Certificate[],
  others: readonly pkijs.Certificate[],
  engine: pkijs.CryptoEngine,
): Promise<pkijs.Certificate[] | null> {
  const anchor = pinned.at(-1)!;
  const path = [signer];
  while (path.length <= MAX_PATH_LENGTH) {
    const last = path.at(-1)!;
    if (isSame(last, anchor)) return path;
    const issuers = [...pinned, ...others].filter(
      (candidate) => candidate.subject.isEqual(last.issuer) && !path.some((known) => isSame(known, candidate)),
    );
    const issuer = await firstThat(issuers, (candidate) => isIssuedBy(last, candidate, engine));
    if (issuer === undefined) return null;
    path.push(issuer);
  }
  return null;
}

async function isIssuedBy(
  certificate: pkijs.Certificate,
  issuer: pkijs.Certificate,
  engine: pkijs.CryptoEngine,
): Promise<boolean> {
  if (SIGNATURE_HASHES[certificate.signatureAlgorithm.algorithmId] === undefined) return false;
  try {
    return await certificate.verify(issuer, engine);
  } catch {
    return false;
  }
}

async function firstThat<T>(items: readonly T[], isIt: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await isIt(item)) return item;
  return undefined;
}

/** Checks that the signer's certificate is for time stamps only, in a critical extension, as RFC 3161 section 2.3 requires. */
function assertMayStamp(certificate: pkijs.Certificate): void {
  const usage = extension(certificate, OID.extendedKeyUsage);
  const purposes = usage?.parsedValue instanceof pkijs.ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  if (!usage?.critical || purposes.length !== 1 || purposes[0] !== OID.timeStamping) {
    throw new StampRejected('The signing certificate is not for time stamps alone.');
  }
  // Bits 0 and 1 of the key usage: digitalSignature and nonRepudiation.
  if (!mayUse(certificate, 0b1100_0000)) throw new StampRejected('The signing certificate doesn’t allow signing.');
}

function assertValid(path: readonly pkijs.Certificate[], at: Date): void {
  path.forEach((certificate, depth) => {
    if (at < certificate.notBefore.value || at > certificate.notAfter.value) {
      throw new StampRejected(
        `A certificate of the authority was not valid at the time of the stamp, ${at.toISOString()}.`,
      );
    }
    const unknown = certificate.extensions?.find(
      ({ critical, extnID }) => critical && !UNDERSTOOD_EXTENSIONS.includes(extnID),
    );
    if (unknown)
      throw new StampRejected(`A certificate of the authority has an unknown critical extension (${unknown.extnID}).`);
    if (depth > 0) assertMayIssue(certificate, depth - 1);
  });
}

/**
 * Checks that a certificate may issue the one below it.
 * @param below number of CA certificates between this one and the signer
 */
function assertMayIssue(certificate: pkijs.Certificate, below: number): void {
  // Bit 5 of the key usage: keyCertSign.
  if (!isAuthority(certificate) || !mayUse(certificate, 0b0000_0100)) {
    throw new StampRejected('A certificate in the time stamp’s chain isn’t allowed to issue others.');
  }
  const limit = constraintsOf(certificate)?.pathLenConstraint;
  if (limit !== undefined && below > (typeof limit === 'number' ? limit : Number(limit.toBigInt()))) {
    throw new StampRejected('The time stamp’s chain is longer than one of its certificates allows.');
  }
}

function isAuthority(certificate: pkijs.Certificate): boolean {
  return constraintsOf(certificate)?.cA === true;
}

function constraintsOf(certificate: pkijs.Certificate): pkijs.BasicConstraints | undefined {
  const constraints = extension(certificate, OID.basicConstraints)?.parsedValue;
  return constraints instanceof pkijs.BasicConstraints ? constraints : undefined;
}

function mayUse(certificate: pkijs.Certificate, bits: number): boolean {
  const usage = extension(certificate, OID.keyUsage);
  if (usage === undefined) return true; // without the extension, all uses are allowed
  const flags = usage.parsedValue instanceof asn1js.BitString ? usage.parsedValue.valueBlock.valueHexView[0] : 0;
  return ((flags ?? 0) & bits) !== 0;
}

function extension(certificate: pkijs.Certificate, id: string): pkijs.Extension | undefined {
  return certificate.extensions?.find(({ extnID }) => extnID === id);
}

function certificateOf(der: Uint8Array): pkijs.Certificate {
  return new pkijs.Certificate({ schema: readDer(der) });
}

function isSame(one: pkijs.Certificate, other: pkijs.Certificate): boolean {
  return equalBytes(derOf(one), derOf(other));
}

function derOf(certificate: pkijs.Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema().toBER());
}
