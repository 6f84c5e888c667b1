import { canonicalBytes, FieldReader, parseJson } from './json.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { NORMALIZATION, SALT_LENGTH } from './text.ts';
import { UnknownMemberList, type UnknownMembers } from './unknown-members.ts';

export const STATEMENT_MEDIA_TYPE = 'application/vnd.in-toto+json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** Suffixes of predicate types. The host name before a suffix differs per service and isn't compared. */
export const SEAL_PREDICATE_PATH = '/predicate/provenance-seal/v1';
export const STATUS_PREDICATE_PATH = '/predicate/seal-status/v1';
export const STANDING_PREDICATE_PATH = '/predicate/seal-standing/v1';

/**
 * Length in bytes of the random nonce in the statements of seals, status changes and decisions. Without it, the digest in the
 * log could be guessed from the other fields.
 */
export const NONCE_LENGTH = 32;

export interface Subject {
  name: string;
  digest: { sha256: string };
}

/** Kind of caller that submitted the content. Determined by the credential, never by the caller's own claims. */
export const Submitter = {
  /** A caller without a credential. */
  ANONYMOUS: 'ANONYMOUS',
  INTEGRATION: 'INTEGRATION',
  PARTNER: 'PARTNER',
  OPERATOR: 'OPERATOR',
  CUSTOMER: 'CUSTOMER',
  AGENT: 'AGENT',
  /** The issuer's service sealed the content by itself, not on request. */
  SERVICE: 'SERVICE',
  /** A caller with another kind of credential. */
  UNKNOWN: 'UNKNOWN',
} as const;
export type Submitter = (typeof Submitter)[keyof typeof Submitter];

/** The issuer's claims about the sealed bytes. The signature proves who made the claims, not that they are true. */
export interface SealPredicate {
  sealId: string;
  /** Nonce of 32 random bytes, base64. */
  nonce: string;
  mediaType: string;
  byteLength: number;
  /** Always `none`: the content is sealed as it is, without conversion to a canonical form. */
  canonicalization: 'none';
  /**
   * Digest of the normalized text, for texts only. It explains a mismatch and never makes a seal valid. See `normalizedDigest` in
   * text.ts.
   */
  normalizedDigest?: { alg: typeof NORMALIZATION; sha256: string };
  issuer: { origin: string };
  /** A `Submitter`, or a value of a later version. Absent in statements from before submitters were recorded. */
  submitter?: string;
  producer?: {
    kind: string;
    agentId?: string;
    runId?: string;
    model?: string;
    requestId?: string;
    /** Task of the gateway run that returned the text, and its version. Absent in statements from before tasks were recorded. */
    task?: string;
    taskVersion?: number;
    /** Provider and model of the run, even if it was only simulated. */
    deployment?: string;
    /** Version of the routing policy that chose the deployment. */
    policyVersion?: number;
  };
  /** IRI of a term of the IPTC vocabulary, e.g. `trainedAlgorithmicMedia`. */
  digitalSourceType?: string;
  aiGenerated?: boolean;
  simulated?: boolean;
  /** The content is a draft that a person must review before it goes to a customer. */
  notFinal?: boolean;
  disclaimer?: {
    id: string;
    version: string;
    sha256: string;
    language: string;
    ackedAt: string;
    /** Pseudonym of the person who accepted the disclaimer, never an e-mail address. */
    ackedBy?: string;
  };
  /** Set for a private seal: the sealed bytes are 32 bytes of salt followed by the text. */
  private?: true;
  /** Time of signing by the issuer's clock. Only the time stamp proves a time. */
  claimedAt: string;
  supersedes?: { sealId: string; leafHash: string };
  limits: string[];
}

export type SealStatement = IssuedStatement<SealPredicate>;

export const SealStatusKind = { REVOKED: 'REVOKED', SUPERSEDED: 'SUPERSEDED', ERASED: 'ERASED' } as const;
export type SealStatusKind = (typeof SealStatusKind)[keyof typeof SealStatusKind];

/** Capacity in which a status was changed: as holder of the owner token, or as an operator of the issuer. */
export const StatusAuthor = { OWNER: 'OWNER', OPERATOR: 'OPERATOR' } as const;
export type StatusAuthor = (typeof StatusAuthor)[keyof typeof StatusAuthor];

export interface StatusPredicate {
  statusId: string;
  nonce: string;
  sealId: string;
  status: SealStatusKind;
  reason: string;
  supersededBy?: string;
  /** A `StatusAuthor`, or a value of a later version. Absent in statements from before authors were recorded. */
  by?: string;
  claimedAt: string;
}

/**
 * Statement that changes a seal's status. Its subject is the seal's statement, by the digest of its pre-authentication encoding.
 */
export type StatusStatement = IssuedStatement<StatusPredicate>;

export const SealStanding = { IN_FORCE: 'IN_FORCE', SUPERSEDED: 'SUPERSEDED', REVOKED: 'REVOKED' } as const;
export type SealStanding = (typeof SealStanding)[keyof typeof SealStanding];

/** A seal's status at one time, as known to its issuer. Signed but not logged, because the status can change later. */
export interface StandingPredicate {
  sealId: string;
  standing: SealStanding;
  /** Time of the statement by the issuer's clock. */
  asOf: string;
}

/** Statement of a seal's current status. Its subject is the seal's statement. */
export type StandingStatement = IssuedStatement<StandingPredicate>;

/**
 * Creates the bytes to sign for a seal. @param publicUrl URL of the service without a trailing slash, e.g.
 * `https://seals.example.org`
 */
export function sealStatement(publicUrl: string, subject: Subject, predicate: SealPredicate): Uint8Array {
  return writeStatement(publicUrl + SEAL_PREDICATE_PATH, subject, predicate, parseSealStatement);
}

/**
 * Creates the bytes to sign for a status change.
 * @param paeDigest hex SHA-256 of the pre-authentication encoding of the seal's statement
 */
export function statusStatement(publicUrl: string, paeDigest: string, predicate: StatusPredicate): Uint8Array {
  const subject = { name: predicate.sealId, digest: { sha256: paeDigest } };
  return writeStatement(publicUrl + STATUS_PREDICATE_PATH, subject, predicate, parseStatusStatement);
}

/**
 * Creates the bytes to sign for a statement of a seal's current status.
 * @param paeDigest hex SHA-256 of the pre-authentication encoding of the seal's statement
 */
export function standingStatement(publicUrl: string, paeDigest: string, predicate: StandingPredicate): Uint8Array {
  const subject = { name: predicate.sealId, digest: { sha256: paeDigest } };
  return writeStatement(publicUrl + STANDING_PREDICATE_PATH, subject, predicate, parseStandingStatement);
}

/** @throws MalformedProof */
export function parseSealStatement(payload: Uint8Array): SealStatement {
  return readStatement(payload, CheckName.digest, 'The sealed statement', SEAL_PREDICATE_PATH, sealPredicateOf);
}

/** @throws MalformedProof */
export function parseStatusStatement(payload: Uint8Array): StatusStatement {
  return readStatement(payload, CheckName.status, 'The status statement', STATUS_PREDICATE_PATH, statusPredicateOf);
}

/** @throws MalformedProof */
export function parseStandingStatement(payload: Uint8Array): StandingStatement {
  return readStatement(payload, CheckName.status, 'The statement of standing', STANDING_PREDICATE_PATH, standingOf);
}

/** Creates the bytes to sign for a statement: canonical JSON. @throws MalformedProof if the statement couldn't be parsed */
export function writeStatement(
  predicateType: string,
  subject: Subject,
  predicate: object,
  parse: (payload: Uint8Array) => IssuedStatement<object>,
) {
  const payload = canonicalBytes({ _type: STATEMENT_TYPE, subject: [subject], predicateType, predicate });
  // An unknown member is most likely a misspelt name, and no verifier could explain it.
  const [unknown] = parse(payload).unknownMembers?.paths ?? [];
  if (unknown !== undefined) throw new MalformedProof(`The statement to sign has an unknown member, ${unknown}.`);
  return payload;
}

/** A parsed statement of an issuer, with the fields that all kinds of statements have. */
export interface IssuedStatement<P> {
  _type: typeof STATEMENT_TYPE;
  subject: [Subject];
  predicateType: string;
  predicate: P;
  /** Members that this version doesn't know. Absent if there are none, and never part of the signed bytes. */
  unknownMembers?: UnknownMembers;
}

/**
 * Parses a statement by the rules of in-toto Attestation Framework v1: unknown members are reported, not rejected, because a
 * later release may add some that don't change the meaning of the others. The predicate type has the major version. Known members
 * are read strictly.
 * @param path suffix that the predicate type must have
 * @throws {UnknownVersion} for another major version of the predicate
 * @throws {MalformedProof}
 */
export function readStatement<P>(
  payload: Uint8Array,
  check: CheckName,
  where: string,
  path: string,
  predicateOf: (fields: FieldReader) => P,
): IssuedStatement<P> {
  const unknown = new UnknownMemberList();
  const root = new FieldReader(parseJson(payload, check), where, check, unknown);
  const _type = root.constant('_type', STATEMENT_TYPE);
  const predicateType = root.string('predicateType');
  assertPredicateType(predicateType, path, where, check);
  const subject: [Subject] = [subjectOf(root.onlyObject('subject'))];
  const fields = root.object('predicate');
  const predicate = predicateOf(fields);
  fields.end();
  root.end();
  return { _type, subject, predicateType, predicate, ...(unknown.found && { unknownMembers: unknown.found }) };
}

function assertPredicateType(predicateType: string, path: string, where: string, check: CheckName): void {
  const version = predicateVersionOf(predicateType, path);
  if (version === null) {
    throw new MalformedProof(`${where} is of another kind: its predicateType does not end in ${path}.`, check);
  }
  if (!path.endsWith(`/${version}`)) {
    throw new UnknownVersion(
      `${where} has version ${version} of its kind, which this verifier doesn’t know. Use a newer verifier.`,
      check,
    );
  }
}

/**
 * Major version in a predicate type, such as `v1`. Null for a predicate of another kind.
 * @param path suffix of a version of this kind. The host name before it isn't compared
 */
export function predicateVersionOf(predicateType: string, path: string): string | null {
  const [, version] = /^https?:\/\/[^/\s].*\/(v\d{1,6})$/.exec(predicateType) ?? [];
  const kind = path.slice(0, path.lastIndexOf('/') + 1);
  return version !== undefined && predicateType.endsWith(kind + version) ? version : null;
}

function subjectOf(fields: FieldReader): Subject {
  const digest = fields.object('digest');
  const subject = { name: fields.string('name'), digest: { sha256: digest.hex('sha256', 32) } };
  digest.end();
  fields.end();
  return subject;
}

function sealPredicateOf(fields: FieldReader): SealPredicate {
  const predicate: SealPredicate = {
    sealId: fields.string('sealId'),
    nonce: nonceOf(fields),
    mediaType: fields.string('mediaType'),
    byteLength: fields.count('byteLength'),
    canonicalization: fields.constant('canonicalization', 'none'),
    issuer: part(fields.object('issuer'), (issuer) => ({ origin: issuer.string('origin') })),
    claimedAt: fields.instant('claimedAt'),
    limits: fields.strings('limits'),
  };
  const optional: Partial<SealPredicate> = {
    normalizedDigest: optionalPart(fields, 'normalizedDigest', (digest) => ({
      alg: digest.constant('alg', NORMALIZATION),
      sha256: digest.hex('sha256', 32),
    })),
    submitter: optionalWord(fields, 'submitter'),
    producer: optionalPart(fields, 'producer', (producer) => ({
      kind: producer.string('kind'),
      ...present({
        agentId: producer.optionalString('agentId'),
        runId: producer.optionalString('runId'),
        model: producer.optionalString('model'),
        requestId: producer.optionalString('requestId'),
        task: producer.optionalString('task'),
        taskVersion: producer.optionalCount('taskVersion'),
        deployment: producer.optionalString('deployment'),
        policyVersion: producer.optionalCount('policyVersion'),
      }),
    })),
    digitalSourceType: fields.optionalString('digitalSourceType'),
    aiGenerated: fields.optionalBoolean('aiGenerated'),
    simulated: fields.optionalBoolean('simulated'),
    notFinal: fields.optionalBoolean('notFinal'),
    disclaimer: optionalPart(fields, 'disclaimer', (disclaimer) => ({
      id: disclaimer.string('id'),
      version: disclaimer.string('version'),
      sha256: disclaimer.hex('sha256', 32),
      language: disclaimer.string('language'),
      ackedAt: disclaimer.instant('ackedAt'),
      ...present({ ackedBy: disclaimer.optionalString('ackedBy') }),
    })),
    private: trueOrAbsent(fields, 'private'),
    supersedes: optionalPart(fields, 'supersedes', (earlier) => ({
      sealId: earlier.string('sealId'),
      leafHash: earlier.hex('leafHash', 32),
    })),
  };
  if (optional.private && predicate.byteLength < SALT_LENGTH) fields.refuse('byteLength', 'is smaller than the salt');
  return { ...predicate, ...present(optional) };
}

function statusPredicateOf(fields: FieldReader): StatusPredicate {
  const status = fields.string('status');
  if (!Object.hasOwn(SealStatusKind, status)) fields.refuse('status', 'must be REVOKED, SUPERSEDED or ERASED');
  return {
    statusId: fields.string('statusId'),
    nonce: nonceOf(fields),
    sealId: fields.string('sealId'),
    status: status as SealStatusKind,
    reason: fields.string('reason'),
    claimedAt: fields.instant('claimedAt'),
    ...present({ supersededBy: fields.optionalString('supersededBy'), by: optionalWord(fields, 'by') }),
  };
}

function standingOf(fields: FieldReader): StandingPredicate {
  const standing = fields.string('standing');
  if (!Object.hasOwn(SealStanding, standing)) fields.refuse('standing', 'must be IN_FORCE, SUPERSEDED or REVOKED');
  return { sealId: fields.string('sealId'), standing: standing as SealStanding, asOf: fields.instant('asOf') };
}

function nonceOf(fields: FieldReader): string {
  fields.base64('nonce', NONCE_LENGTH);
  return fields.string('nonce');
}

/** Reads an optional string from an extensible list of values. Readers report unknown values, and accept the statement. */
function optionalWord(fields: FieldReader, key: string): string | undefined {
  const word = fields.optionalString(key);
  if (word !== undefined && !/^[A-Z][A-Z_]{0,31}$/.test(word)) fields.refuse(key, 'must be one word in upper case');
  return word;
}

function trueOrAbsent(fields: FieldReader, key: string): true | undefined {
  const value = fields.optionalBoolean(key);
  return value === false ? fields.refuse(key, 'must be true or absent') : value;
}

function part<T>(fields: FieldReader, read: (fields: FieldReader) => T): T {
  const value = read(fields);
  fields.end();
  return value;
}

function optionalPart<T>(fields: FieldReader, key: string, read: (fields: FieldReader) => T): T | undefined {
  const inner = fields.optionalObject(key);
  return inner && part(inner, read);
}

/** Removes keys with undefined values, because in canonical JSON a key is either present or absent. */
function present<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
