import { parseBundle } from './bundle.ts';
import { encodeUtf8 } from './bytes.ts';
import { CHAIN_START, chainHash, commitmentTo, type HashedLink } from './chain.ts';
import { type AnchorPredicate, parseAnchorStatement } from './chain-anchor.ts';
import { EXPORT_FORMAT, EXPORT_VERSION, RecordAbsence } from './chain-export.ts';
import { DECISION_KIND, DecisionAudit, type DecisionCounts } from './decision-audit.ts';
import { documentDigest } from './document-digest.ts';
import { type BundleEvidence, evidenceOf } from './evidence.ts';
import { FieldReader, type JsonObject, parseJson } from './json.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import type { IssuedStatement } from './statement.ts';
import type { Trust } from './trust.ts';
import { UnknownMemberList, unknownMembersSentence } from './unknown-members.ts';

/** Defects that an export of records and their chain entries can have. */
export const ExportFindingCode = {
  /** A line doesn't have the format of an export. */
  UNREADABLE: 'UNREADABLE',
  /** The export ends before its trailer. */
  CUT: 'CUT',
  RECORD_CHANGED: 'RECORD_CHANGED',
  ENTRY_CHANGED: 'ENTRY_CHANGED',
  /** Entries of the chain are missing, or a record is missing that the export should contain. */
  REMOVED: 'REMOVED',
  /** An entry appears twice, or the export has a line that doesn't belong to it. */
  ADDED: 'ADDED',
  REORDERED: 'REORDERED',
  /** An exported entry differs from the one in the anchor, or from the one that the reader saved. */
  REWRITTEN: 'REWRITTEN',
  /** The anchor's signature, log entry or statement isn't valid, or the anchor is for another entry than the last one. */
  ANCHOR_INVALID: 'ANCHOR_INVALID',
  /** The anchor is from a log or a key that the reader doesn't trust. */
  ANCHOR_UNKNOWN: 'ANCHOR_UNKNOWN',
  /** The proof of a sealed decision is missing or invalid, or belongs to another decision. */
  DECISION_INVALID: 'DECISION_INVALID',
  /** A sealed decision is from a log or a key that the reader doesn't trust. */
  DECISION_UNKNOWN: 'DECISION_UNKNOWN',
  /** The decisions about an approval request violate the approval rules. */
  APPROVAL_UNSOUND: 'APPROVAL_UNSOUND',
} as const;
export type ExportFindingCode = (typeof ExportFindingCode)[keyof typeof ExportFindingCode];

export interface ExportFinding {
  fault: ExportFindingCode;
  /** Line number of the finding in the export, from 1. */
  line: number;
  /** Sequence number of the chain entry. Null if the finding isn't about an entry. */
  seq: number | null;
  /** The finding as one sentence. It can contain text from the export. */
  reason: string;
}

export interface ExportReport {
  /** True if there are no findings and the last entry is anchored. */
  isClean: boolean;
  /** The first findings in the export, at most 20. */
  faults: ExportFinding[];
  faultCount: number;
  issuer: string | null;
  filter: JsonObject;
  first: number | null;
  last: { seq: number; hash: string } | null;
  entries: number;
  records: number;
  erased: number;
  /** Number of entries whose record wasn't requested. `notKept` is the number of entries whose record was deleted. */
  notAsked: number;
  notKept: number;
  anchor: { seq: number; hash: string; claimedAt: string; origin: string | null; treeSize: number } | null;
  /** Number of approval requests by result of their sealed decisions. Null if the export isn't one of decisions. */
  approvals: DecisionCounts | null;
  /** Facts that are worth knowing but aren't findings, one sentence each. */
  notes: string[];
}

export interface AuditExportOptions {
  trust: Trust;
  now: Date;
  /** An entry of the chain that the reader saved earlier as its newest, e.g. from another export. */
  keptHead?: { seq: number; hash: string } | undefined;
}

/** Maximum number of findings reported in full. The others are only counted. */
const MAX_FAULTS = 20;

/** Maximum length of a line in characters. A record with its decision is a few kilobytes. */
const MAX_LINE_LENGTH = 4_000_000;

/**
 * Audits an export offline: it uses neither the service nor the network. Reads the lines once. Never throws because of the
 * content of an export.
 */
export async function auditExport(
  lines: AsyncIterable<string> | Iterable<string>,
  options: AuditExportOptions,
): Promise<ExportReport> {
  const audit = new ExportAudit(options);
  for await (const line of lines) await audit.take(line);
  return audit.end();
}

class ExportAudit {
  readonly #options: AuditExportOptions;
  readonly #faults: ExportFinding[] = [];
  readonly #notes: string[] = [];
  #faultCount = 0;
  #line = 0;
  #state: 'HEADER' | 'ENTRIES' | 'OVER' = 'HEADER';
  #kind = '';
  #issuer: string | null = null;
  #filter: JsonObject = {};
  #first: number | null = null;
  #before: HashedLink | null = null;
  #anchor: ExportReport['anchor'] = null;
  readonly #count = { entries: 0, records: 0, erased: 0, notAsked: 0, notKept: 0 };
  #hasFoundKeptHead = false;
  #decisions: DecisionAudit | null = null;
  readonly #unknown = new UnknownMemberList();

  constructor(options: AuditExportOptions) {
    this.#options = options;
  }

  async take(text: string): Promise<void> {
    this.#line++;
    if (this.#state === 'OVER') return this.#found('ADDED', null, 'The export has lines after its last line.');
    try {
      if (text.length > MAX_LINE_LENGTH)
        throw new MalformedProof('The line is too long: no entry with its record is that long.');
      // Unknown members of a line are reported. They aren't part of the chain, so they change nothing that is proven.
      const fields = new FieldReader(parseJson(text), `Line ${this.#line}`, CheckName.digest, this.#unknown);
      const type = fields.string('type');
      if ((this.#state === 'HEADER') !== (type === 'header'))
        fields.refuse('type', 'is not the line type expected here');
      if (type === 'header') this.#header(fields);
      else if (type === 'record') await this.#record(fields);
      else if (type === 'entry') this.#entryAlone(fields);
      else if (type === 'trailer') await this.#trailer(fields);
      else fields.refuse('type', 'must be header, record, entry or trailer');
    } catch (error) {
      if (!(error instanceof MalformedProof)) throw error;
      this.#found('UNREADABLE', null, `Line ${this.#line} is unreadable: ${error.message}`);
    }
  }

  end(): ExportReport {
    for (const { fault, reason } of this.#decisions?.end() ?? []) this.#found(fault, null, reason);
    this.#notes.push(...(this.#decisions?.notes.slice(0, MAX_FAULTS) ?? []));
    if (this.#unknown.found) this.#notes.push(unknownMembersSentence(this.#unknown.found, 'the export’s lines'));
    if (this.#state !== 'OVER') {
      const seen = this.#count.entries === 0 ? 'before any entry' : `after entry ${this.#before?.seq}`;
      this.#found('CUT', null, `The export is cut off: it ends ${seen}, without its last line.`);
    }
    const { keptHead } = this.#options;
    if (keptHead && !this.#hasFoundKeptHead) {
      this.#notes.push(`Entry ${keptHead.seq}, which you saved, is not in this export, so it was not compared.`);
    }
    const { seq, hash } = this.#before ?? {};
    return {
      isClean: this.#faultCount === 0 && this.#anchor !== null,
      faults: this.#faults,
      faultCount: this.#faultCount,
      issuer: this.#issuer,
      filter: this.#filter,
      first: this.#first,
      last: seq === undefined ? null : { seq, hash: hash! },
      ...this.#count,
      anchor: this.#anchor,
      approvals: this.#decisions?.counts ?? null,
      notes: this.#notes,
    };
  }

  #header(fields: FieldReader): void {
    this.#state = 'ENTRIES';
    fields.constant('format', EXPORT_FORMAT);
    if (fields.count('version') !== EXPORT_VERSION) fields.refuse('version', `must be ${EXPORT_VERSION}`);
    this.#kind = fields.string('kind');
    if (this.#kind === DECISION_KIND) this.#decisions = new DecisionAudit(this.#options.trust, this.#options.now);
    this.#issuer = fields.string('issuer');
    this.#filter = fields.value('filter') as JsonObject;
    fields.object('filter');
    fields.instant('exportedAt');
    const first = fields.count('first');
    this.#first = first === 0 ? null : first;
    fields.end();
  }

  async #record(fields: FieldReader): Promise<void> {
    const entry = this.#entry(fields);
    this.#count.records++;
    const record = fields.value('record') as JsonObject;
    const inner = fields.object('record');
    const what = `${entry.subjectId} (entry ${entry.seq})`;
    const id = entry.kind === 'ACT' ? entry.subjectId : inner.string('id');
    if (id !== entry.subjectId) {
      this.#found(
        'RECORD_CHANGED',
        entry.seq,
        `Entry ${entry.seq} is about ${entry.subjectId}, but has the record of ${id}.`,
      );
    } else if (documentDigest(record) !== entry.digest) {
      this.#found(
        'RECORD_CHANGED',
        entry.seq,
        `${what} was changed: its record doesn’t match the digest in the chain.`,
      );
    }
    this.#commitments(fields, inner, entry, what);
    const bundle = this.#decisions && entry.kind === DECISION_KIND ? fields.value('bundle') : undefined;
    fields.end();
    if (!this.#decisions || entry.kind !== DECISION_KIND) return;
    const flaw = await this.#decisions.take(record, bundle);
    if (flaw) this.#found(flaw.fault, entry.seq, flaw.reason);
  }

  /** Checks the commitments to values that may be erased. The record contains only a commitment to each such value. */
  #commitments(fields: FieldReader, record: FieldReader, { seq }: HashedLink, what: string): void {
    const erasable = fields.value('erasable') as JsonObject;
    fields.object('erasable');
    const salt = fields.has('salt') ? fields.hex('salt', 32) : null;
    const salts = saltsIn(fields);
    const erasedAt = fields.optionalInstant('erasedAt');
    const commitments = (record.has('commitments') ? record.value('commitments') : {}) as JsonObject;
    if (record.has('commitments')) record.object('commitments');
    if (erasedAt !== undefined) {
      this.#count.erased++;
      if (salt !== null || Object.keys(erasable).some((member) => !salts.has(member))) {
        this.#found('RECORD_CHANGED', seq, `${what} is marked as erased, but still has its erased values.`);
        return;
      }
    }
    const shown = erasedAt === undefined ? Object.keys(commitments) : [...salts.keys()];
    for (const member of new Set([...Object.keys(erasable), ...shown])) {
      const value = erasable[member];
      const own = salts.get(member) ?? salt;
      if (own === null || value === undefined || commitmentTo(own, member, value) !== commitments[member]) {
        this.#found('RECORD_CHANGED', seq, `${what} was changed: its \`${member}\` doesn’t match the commitment.`);
      }
    }
  }

  #entryAlone(fields: FieldReader): void {
    const entry = this.#entry(fields);
    const absent = fields.string('absent');
    fields.end();
    if (absent === RecordAbsence.NOT_KEPT) this.#count.notKept++;
    else if (absent === RecordAbsence.NOT_ASKED) {
      this.#count.notAsked++;
      if (entry.kind === this.#kind && isIncluded(entry.subjectId, this.#filter)) {
        const reason = `${entry.subjectId} (entry ${entry.seq}) matches the filter, but its record was left out.`;
        this.#found('REMOVED', entry.seq, reason);
      }
    } else {
      const reason = `${entry.subjectId} (entry ${entry.seq}) is missing, and no deletion of it is recorded.`;
      this.#found('REMOVED', entry.seq, reason);
    }
  }

  /** Reads the chain entry of a line and compares it with the previous entry. */
  #entry(fields: FieldReader): HashedLink {
    const inner = fields.object('entry');
    const entry: HashedLink = {
      seq: inner.count('seq'),
      kind: inner.string('kind'),
      subjectId: inner.string('subjectId'),
      digest: inner.hex('digest', 32),
      previous: inner.hex('previous', 32),
      hash: inner.hex('hash', 32),
      recordedAt: inner.instant('recordedAt'),
    };
    // The hash of an entry covers exactly these fields. Any other could have been added by anyone.
    inner.endStrictly();
    this.#count.entries++;
    const before = this.#before;
    const expected = before ? before.seq + 1 : this.#first;
    const { seq } = entry;
    if (expected !== null && seq > expected) {
      const gap = seq - 1 === expected ? `Entry ${expected} is` : `Entries ${expected} to ${seq - 1} are`;
      this.#found('REMOVED', seq, `${gap} missing: entry ${seq} follows ${before ? before.seq : 'the beginning'}.`);
    } else if (before && seq === before.seq) {
      this.#found('ADDED', seq, `Entry ${seq} appears twice.`);
    } else if (expected === null || seq < expected) {
      this.#found('REORDERED', seq, `Entry ${seq} follows ${before ? `entry ${before.seq}` : 'the beginning'}.`);
    } else if (entry.previous !== (before?.hash ?? (seq === 1 ? CHAIN_START : entry.previous))) {
      const after = before ? `entry ${before.seq}` : 'the beginning of the chain';
      this.#found(
        'ENTRY_CHANGED',
        seq,
        `Entry ${seq} does not continue ${after}: one of them was changed or inserted.`,
      );
    }
    if (entry.hash !== chainHash(entry)) {
      this.#found('ENTRY_CHANGED', seq, `Entry ${seq} was changed: its hash doesn’t match its content.`);
    }
    this.#compareKept(entry);
    this.#before = entry;
    return entry;
  }

  #compareKept({ seq, hash }: HashedLink): void {
    const { keptHead } = this.#options;
    if (keptHead?.seq !== seq) return;
    this.#hasFoundKeptHead = true;
    if (keptHead.hash === hash) return;
    this.#found('REWRITTEN', seq, `Entry ${seq} has a different hash than the one you saved: the chain was rewritten.`);
  }

  async #trailer(fields: FieldReader): Promise<void> {
    this.#state = 'OVER';
    const { entries, records } = this.#count;
    const [statedEntries, statedRecords] = [fields.count('entries'), fields.count('records')];
    const last = fields.value('last') === null ? null : fields.object('last');
    const [seq, hash] = last ? [last.count('seq'), last.hex('hash', 32)] : [null, null];
    last?.endStrictly();
    const note = fields.optionalString('note');
    const anchor = fields.value('anchor') === null ? null : fields.object('anchor');
    if (statedEntries !== entries || statedRecords !== records || seq !== (this.#before?.seq ?? null)) {
      const reason = `The last line claims ${statedEntries} entries and ${statedRecords} records, ending at entry ${seq}. The export has ${entries} and ${records}, ending at ${this.#before?.seq ?? null}.`;
      this.#found(statedEntries > entries || statedRecords > records ? 'REMOVED' : 'ADDED', null, reason);
    } else if (hash !== (this.#before?.hash ?? null)) {
      this.#found('ENTRY_CHANGED', seq, 'The last line has a different hash for the last entry.');
    }
    if (anchor) await this.#anchored(anchor);
    else this.#notes.push(`The end is not anchored in a transparency log. ${note ?? ''}`.trim());
    fields.end();
  }

  async #anchored(fields: FieldReader): Promise<void> {
    const seq = fields.count('seq');
    const hash = fields.hex('hash', 32);
    const source = JSON.stringify(fields.value('bundle'));
    fields.endStrictly();
    const { trust, now } = this.#options;
    let bundle: ReturnType<typeof parseBundle>;
    let statement: IssuedStatement<AnchorPredicate>;
    try {
      bundle = parseBundle(encodeUtf8(source));
      statement = parseAnchorStatement(bundle.envelope.payload);
    } catch (error) {
      if (!(error instanceof MalformedProof)) throw error;
      const fault = error instanceof UnknownVersion ? 'ANCHOR_UNKNOWN' : 'ANCHOR_INVALID';
      return this.#found(fault, seq, `The anchor is unreadable: ${error.message}`);
    }
    const { subject, predicate, unknownMembers } = statement;
    if (unknownMembers) this.#notes.push(unknownMembersSentence(unknownMembers, 'the anchor’s statement'));
    const claimedAt = new Date(predicate.claimedAt);
    const { time: _, timestamp: __, ...evidence } = await evidenceOf(bundle, { trust, now, claimedAt });
    const flaw = flawIn(evidence);
    if (flaw) return this.#found(flaw.fault, seq, flaw.reason);
    if (predicate.seq !== seq || subject[0].digest.sha256 !== hash || seq !== this.#before?.seq) {
      const reason = `The anchor is for entry ${predicate.seq}, but the export ends with entry ${this.#before?.seq ?? 0}. It belongs to another export.`;
      return this.#found('ANCHOR_INVALID', seq, reason);
    }
    if (this.#before.hash !== hash) {
      const reason = `Entry ${seq} differs from the one anchored in the transparency log: the chain was rewritten.`;
      return this.#found('REWRITTEN', seq, reason);
    }
    const log = trust.logs.find(({ origin }) => evidence.checkpoint.detail.startsWith(origin));
    const { treeSize } = bundle.logEntry.inclusionProof;
    this.#anchor = { seq, hash, claimedAt: predicate.claimedAt, origin: log?.origin ?? null, treeSize };
    for (const finding of [evidence.witnesses, evidence.key])
      if (finding.status === 'not-checked') this.#notes.push(finding.detail);
  }

  #found(fault: ExportFindingCode, seq: number | null, reason: string): void {
    this.#faultCount++;
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ fault, line: this.#line, seq, reason });
  }
}

function flawIn(
  evidence: Omit<BundleEvidence, 'time' | 'timestamp'>,
): { fault: ExportFindingCode; reason: string } | null {
  const findings = Object.values(evidence);
  const unknown = findings.find(({ isUnknown }) => isUnknown);
  const wrong = findings.find(({ status, isUnknown }) => status === 'failed' && !isUnknown);
  if (wrong) return { fault: 'ANCHOR_INVALID', reason: `The anchor is invalid: ${wrong.detail}` };
  if (unknown) {
    return {
      fault: 'ANCHOR_UNKNOWN',
      reason: `The trust file can’t confirm the anchor: ${unknown.detail}`,
    };
  }
  return null;
}

/**
 * True if the filter certainly includes the record with this id. That is decidable only for filters on time alone, because an
 * id contains the time of its record.
 */
function isIncluded(id: string, filter: JsonObject): boolean {
  const { startedFrom, startedBefore, happenedFrom = startedFrom, happenedBefore = startedBefore, ...others } = filter;
  if (Object.values(others).some((value) => value !== null && value !== undefined)) return false;
  const at = timeOf(id);
  if (at === null) return false;
  const from = typeof happenedFrom === 'string' ? Date.parse(happenedFrom) : Number.NEGATIVE_INFINITY;
  const before = typeof happenedBefore === 'string' ? Date.parse(happenedBefore) : Number.POSITIVE_INFINITY;
  return at >= from && at < before;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Time in the first ten digits of a record's id, in milliseconds since 1970. Null if the id doesn't start with a time. */
function timeOf(id: string): number | null {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  if (digits.length !== 10) return null;
  let time = 0;
  for (const digit of digits) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return null;
    time = time * 32 + value;
  }
  return time;
}

/** Salts of the commitments, by member. Empty if one salt is used for all. */
function saltsIn(fields: FieldReader): ReadonlyMap<string, string> {
  if (!fields.has('salts')) return new Map();
  const names = Object.keys(fields.value('salts') as JsonObject);
  const salts = fields.object('salts');
  return new Map(names.map((name) => [name, salts.hex(name, 32)]));
}
