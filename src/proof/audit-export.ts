import { AnchorTrail, SigningStart } from './anchor-trail.ts';
import { parseBundle } from './bundle.ts';
import { encodeUtf8 } from './bytes.ts';
import { CHAIN_START, chainHash, commitmentTo, type HashedLink } from './chain.ts';
import { ACT_KIND, type ActFlaw, ChainActs, timeInId } from './chain-acts.ts';
import { type AnchorPredicate, anchorIssuer, parseAnchorStatement } from './chain-anchor.ts';
import { EXPORT_FORMAT, EXPORT_VERSION, RecordAbsence } from './chain-export.ts';
import { DECISION_KIND, DecisionAudit, type DecisionCounts } from './decision-audit.ts';
import { documentDigest } from './document-digest.ts';
import { type BundleEvidence, evidenceOf } from './evidence.ts';
import { FieldReader, type JsonObject, parseJson } from './json.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { latestTimeIn, SKEW_MS, timeAfterEntry } from './record-times.ts';
import { SealKeyRing } from './seal-key-ring.ts';
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
  /** Values of a record are erased, and no erasure of them is recorded. */
  ERASURE_UNEXPLAINED: 'ERASURE_UNEXPLAINED',
  /** Times of records, entries, the anchor or the export contradict each other. */
  TIME_DISORDER: 'TIME_DISORDER',
  /** An act on records, such as an erasure, isn't signed by the service or was changed. It explains nothing. */
  ACT_INVALID: 'ACT_INVALID',
  /** An act on records is signed with a key that the reader doesn't trust. */
  ACT_UNKNOWN: 'ACT_UNKNOWN',
  /** The header names another issuer than the anchor. */
  OTHER_ISSUER: 'OTHER_ISSUER',
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
  /** Kind of the exported records. Null if the header is unreadable. */
  kind: string | null;
  /**
   * True if the export proves that it has all records of its kind in its range of time, as of the time of its anchor. Always false
   * with a filter other than time, because only a record itself shows whether it matches such a filter. If false, a note says why.
   */
  isComplete: boolean;
  /** Time of the export, as the exporter claims. Null if the header is unreadable. */
  exportedAt: string | null;
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

const DAY_MS = 24 * 3_600_000;

/** Maximum difference between the time in the id of a run and the time of the run. */
const MOST_APART_MS = 60_000;

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
  #kind: string | null = null;
  #exportedAt: string | null = null;
  #issuer: string | null = null;
  #filter: JsonObject = {};
  #first: number | null = null;
  #before: HashedLink | null = null;
  #anchor: ExportReport['anchor'] = null;
  readonly #count = { entries: 0, records: 0, erased: 0, notAsked: 0, notKept: 0 };
  #hasFoundKeptHead = false;
  #decisions: DecisionAudit | null = null;
  readonly #keys: SealKeyRing;
  readonly #acts: ChainActs;
  readonly #signing = new SigningStart();
  readonly #anchors: AnchorTrail;
  /** Records that were added to the chain more than a day after their time. */
  readonly #late = { count: 0, first: '' };
  /** Entries whose record is missing or erased. The acts that explain them come later in the chain. */
  readonly #unexplained: { line: number; entry: HashedLink; isErased: boolean }[] = [];
  readonly #unknown = new UnknownMemberList();

  constructor(options: AuditExportOptions) {
    this.#options = options;
    this.#keys = new SealKeyRing(options.trust);
    this.#anchors = new AnchorTrail(this.#keys);
    this.#acts = new ChainActs({
      keyOf: (keyId, at) => this.#keys.find(keyId, at),
      mayBeUnsigned: (place) => place !== null && this.#signing.mayBeUnsigned(place.recordedAt),
    });
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
    this.#explain();
    this.#compareWithKeptHead();
    this.#noteTimes();
    const doubt = this.#faultCount > 0 ? null : this.#doubtInCompleteness();
    if (doubt !== null) this.#notes.push(doubt);
    const { seq, hash } = this.#before ?? {};
    return {
      isClean: this.#faultCount === 0 && this.#anchor !== null,
      kind: this.#kind,
      isComplete: this.#faultCount === 0 && doubt === null,
      exportedAt: this.#exportedAt,
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

  /** Checks that an act explains each missing record and each erased value. */
  #explain(): void {
    for (const { line, entry, isErased } of this.#unexplained) {
      const { kind, subjectId, seq } = entry;
      const what = `${subjectId} (entry ${seq})`;
      if (!isErased) {
        const flaw = this.#acts.flawInRemoval(kind, subjectId);
        if (flaw !== null) this.#found('REMOVED', seq, `${what} ${flaw}`, line);
      } else if (!this.#acts.isErasureRecorded(kind, subjectId)) {
        this.#found('ERASURE_UNEXPLAINED', seq, `${what} has erased values, and no erasure of it is recorded.`, line);
      }
    }
  }

  /** Notes about times and acts that are worth knowing but can be right. */
  #noteTimes(): void {
    const { count, first } = this.#late;
    if (count > 0) {
      const which = count === 1 ? `${first} was` : `${count} records, the first of them ${first}, were`;
      this.#notes.push(`${which} added to the chain more than a day after the time in the record.`);
    }
    const { unsigned } = this.#acts;
    if (unsigned > 0) {
      const which = unsigned === 1 ? 'One act on records isn’t' : `${unsigned} acts on records aren’t`;
      const them = unsigned === 1 ? 'it' : 'them';
      this.#notes.push(`${which} signed, as in releases up to 0.2.0. The chain alone confirms ${them}.`);
    }
    if (this.#anchor && Date.parse(this.#anchor.claimedAt) < this.#options.now.getTime() - DAY_MS) {
      const { claimedAt, seq } = this.#anchor;
      this.#notes.push(`Entry ${seq} was anchored at ${claimedAt}. The export proves nothing about later records.`);
    }
  }

  /** Why the export doesn't prove that it has all records in its range of time. Null if it does. */
  #doubtInCompleteness(): string | null {
    const filter = this.#filter;
    if (!hasOnlyTimes(filter)) {
      return 'Only a record shows whether it matches the filter, so it isn’t proven that all that match are here.';
    }
    if (!this.#before || !this.#anchor) return 'Without an anchor it isn’t proven that all records are here.';
    const from = timeIn(filter, BEGINNINGS);
    const before = this.#anchors.beginsAt;
    if (this.#first !== 1 && (from === null || before === null || before > from)) {
      return `The export begins at entry ${this.#first}. Earlier entries were not checked.`;
    }
    const until = timeIn(filter, ENDS);
    if (until === null || Date.parse(this.#anchor.claimedAt) >= until) return null;
    return `The last entry was anchored at ${this.#anchor.claimedAt}, before the end of the requested time. Later entries were not checked.`;
  }

  #compareWithKeptHead(): void {
    const { keptHead } = this.#options;
    if (!keptHead || this.#hasFoundKeptHead) return;
    const last = this.#before?.seq ?? 0;
    if (keptHead.seq > last) {
      this.#found('CUT', null, `The export ends at entry ${last}, before entry ${keptHead.seq}, which you saved.`);
    } else {
      this.#notes.push(`Entry ${keptHead.seq}, which you saved, is before this export, so it was not compared.`);
    }
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
    this.#exportedAt = fields.instant('exportedAt');
    const first = fields.count('first');
    this.#first = first === 0 ? null : first;
    fields.end();
    // Exports of releases up to 0.2.0 with only an end in time begin with their first record.
    if (first > 1 && !TIMES.some((member) => isGiven(this.#filter, member))) {
      this.#found('REMOVED', first, `The export begins at entry ${first}, although it isn’t of a range of time.`);
    }
    if (Date.parse(this.#exportedAt) > this.#options.now.getTime() + SKEW_MS) {
      this.#found('TIME_DISORDER', null, `The export claims to be made at ${this.#exportedAt}, in the future.`);
    }
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
    if (entry.kind !== this.#kind && entry.kind !== ACT_KIND) {
      const reason = `${what} is a record of the kind ${entry.kind} in an export of the kind ${this.#kind}.`;
      this.#found('ADDED', entry.seq, reason);
    }
    this.#times(record, entry, what);
    this.#commitments(fields, inner, entry, what);
    if (entry.kind === ACT_KIND) this.#act(record, entry, what);
    const bundle = this.#decisions && entry.kind === DECISION_KIND ? fields.value('bundle') : undefined;
    fields.end();
    if (!this.#decisions || entry.kind !== DECISION_KIND) return;
    const flaw = await this.#decisions.take(record, bundle);
    if (flaw) this.#found(flaw.fault, entry.seq, flaw.reason);
  }

  /** Takes an act on records. If it was changed, it can be signed and still explain what it didn't. */
  #act(record: JsonObject, entry: HashedLink, what: string): void {
    if (documentDigest(record) !== entry.digest) return;
    const flaw = this.#acts.add(record, entry);
    if (flaw) this.#found(ACT_FAULTS[flaw.code] ?? 'ACT_INVALID', entry.seq, `The act ${what} ${flaw.reason}`);
    else if (record.signature !== undefined) this.#signing.began(entry.recordedAt);
  }

  /** Checks the commitments to values that may be erased. The record contains only a commitment to each such value. */
  #commitments(fields: FieldReader, record: FieldReader, entry: HashedLink, what: string): void {
    const { seq } = entry;
    const erasable = fields.value('erasable') as JsonObject;
    fields.object('erasable');
    const salt = fields.has('salt') ? fields.hex('salt', 32) : null;
    const salts = saltsIn(fields);
    const erasedAt = fields.optionalInstant('erasedAt');
    const commitments = (record.has('commitments') ? record.value('commitments') : {}) as JsonObject;
    if (record.has('commitments')) record.object('commitments');
    if (erasedAt !== undefined) {
      this.#count.erased++;
      this.#unexplained.push({ line: this.#line, entry, isErased: true });
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
    if (absent === RecordAbsence.NOT_KEPT) {
      this.#count.notKept++;
      this.#unexplained.push({ line: this.#line, entry, isErased: false });
    } else if (absent === RecordAbsence.NOT_ASKED) {
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
    const anchors = fields.has('anchors') ? fields.objects('anchors') : [];
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
    if (before && entry.recordedAt < before.recordedAt) {
      const reason = `Entry ${seq} was recorded at ${entry.recordedAt}, before entry ${before.seq} at ${before.recordedAt}.`;
      this.#found('TIME_DISORDER', seq, reason);
    }
    if (entry.hash !== chainHash(entry)) {
      this.#found('ENTRY_CHANGED', seq, `Entry ${seq} was changed: its hash doesn’t match its content.`);
    }
    const flaws = [this.#anchors.flawInTime(entry), ...anchors.map((anchor) => this.#anchors.add(anchor, entry))];
    for (const flaw of flaws) if (flaw) this.#found(flaw.fault, seq, flaw.reason);
    this.#noteSigning();
    this.#compareKept(entry);
    this.#before = entry;
    return entry;
  }

  /** Anchors that name the one before them are from releases that sign acts. */
  #noteSigning(): void {
    const { linkedSince, plain } = this.#anchors;
    if (linkedSince !== null) this.#signing.began(linkedSince, plain > 1 ? DAY_MS : 0);
  }

  /** Compares the times in a record with the time when it was added to the chain. */
  #times(record: JsonObject, { seq, recordedAt }: HashedLink, what: string): void {
    const late = timeAfterEntry(record, recordedAt);
    if (late !== null) {
      const reason = `${what} has the time ${late}, but was added to the chain at ${recordedAt}.`;
      this.#found('TIME_DISORDER', seq, reason);
    }
    const latest = latestTimeIn(record);
    if (latest === null || latest > Date.parse(recordedAt) - DAY_MS) return;
    this.#late.count++;
    this.#late.first ||= what;
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
    fields.object('bundle');
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
    this.#compareWithAnchor(statement, this.#before);
    const missing = this.#anchors.flawInPrevious(predicate, this.#first ?? 1);
    if (missing) this.#found(missing.fault, seq, missing.reason);
    const log = trust.logs.find(({ origin }) => evidence.checkpoint.detail.startsWith(origin));
    const { treeSize } = bundle.logEntry.inclusionProof;
    this.#anchor = { seq, hash, claimedAt: predicate.claimedAt, origin: log?.origin ?? null, treeSize };
    for (const finding of [evidence.witnesses, evidence.key])
      if (finding.status === 'not-checked') this.#notes.push(finding.detail);
  }

  /** Compares the issuer and the times of the export with those of its anchor. */
  #compareWithAnchor(statement: IssuedStatement<AnchorPredicate>, last: HashedLink): void {
    const issuer = anchorIssuer(statement);
    const { predicate } = statement;
    if (this.#issuer !== issuer) {
      const reason = `The export claims the issuer ${this.#issuer}, but its anchor is from ${issuer}.`;
      this.#found('OTHER_ISSUER', null, reason);
    }
    const claimedAt = Date.parse(predicate.claimedAt);
    if (claimedAt < Date.parse(last.recordedAt) - SKEW_MS) {
      const reason = `The anchor claims the time ${predicate.claimedAt}, before entry ${last.seq} was recorded at ${last.recordedAt}.`;
      this.#found('TIME_DISORDER', last.seq, reason);
    }
    if (Date.parse(this.#exportedAt ?? '') < claimedAt - DAY_MS) {
      const reason = `The export claims to be made at ${this.#exportedAt}, before its anchor at ${predicate.claimedAt}.`;
      this.#found('TIME_DISORDER', null, reason);
    }
  }

  #found(fault: ExportFindingCode, seq: number | null, reason: string, line = this.#line): void {
    this.#faultCount++;
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ fault, line, seq, reason });
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

/** Findings about acts, by what is wrong with them. */
const ACT_FAULTS: Partial<Record<ActFlaw['code'], ExportFindingCode>> = {
  TIME: 'TIME_DISORDER',
  UNKNOWN_KEY: 'ACT_UNKNOWN',
};

const BEGINNINGS = ['startedFrom', 'happenedFrom'];
const ENDS = ['startedBefore', 'happenedBefore'];
const TIMES = [...BEGINNINGS, ...ENDS];

const isGiven = (filter: JsonObject, member: string) => filter[member] !== null && filter[member] !== undefined;

/** The time of the first of these members that the filter has, in milliseconds since 1970. Null if it has none. */
function timeIn(filter: JsonObject, members: readonly string[]): number | null {
  const member = members.find((one) => isGiven(filter, one));
  return member === undefined ? null : Date.parse(String(filter[member]));
}

/** True if the filter has no conditions other than a range of time. */
function hasOnlyTimes(filter: JsonObject): boolean {
  return Object.keys(filter).every(
    (member) =>
      !isGiven(filter, member) || (TIMES.includes(member) && !Number.isNaN(Date.parse(String(filter[member])))),
  );
}

/**
 * True if the filter certainly includes the record with this id. That is decidable only for filters on time alone, because ids
 * contain their time.
 */
function isIncluded(id: string, filter: JsonObject): boolean {
  const at = timeInId(id);
  if (!hasOnlyTimes(filter) || at === null) return false;
  const from = timeIn(filter, BEGINNINGS);
  const until = timeIn(filter, ENDS);
  return (from === null || at >= from + MOST_APART_MS) && (until === null || at < until - MOST_APART_MS);
}

/** Salts of the commitments, by member. Empty if one salt is used for all. */
function saltsIn(fields: FieldReader): ReadonlyMap<string, string> {
  if (!fields.has('salts')) return new Map();
  const names = Object.keys(fields.value('salts') as JsonObject);
  const salts = fields.object('salts');
  return new Map(names.map((name) => [name, salts.hex(name, 32)]));
}
