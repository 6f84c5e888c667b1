import { AnchorTrail, SigningStart } from './anchor-trail.ts';
import { parseBundle } from './bundle.ts';
import { encodeUtf8 } from './bytes.ts';
import type { HashedLink } from './chain.ts';
import { ACT_KIND, type ActFlaw, ChainActs } from './chain-acts.ts';
import { type AnchorPredicate, anchorIssuer, parseAnchorStatement } from './chain-anchor.ts';
import { EXPORT_FORMAT, EXPORT_VERSION, RecordAbsence } from './chain-export.ts';
import { DECISION_KIND, DecisionAudit } from './decision-audit.ts';
import { documentDigest } from './document-digest.ts';
import { flawsInEntry } from './entry-order.ts';
import { erasableValuesOf } from './erasable-values.ts';
import { evidenceOf, flawInEvidence } from './evidence.ts';
import { doubtInCompleteness } from './export-completeness.ts';
import { isIncluded, timesIn } from './export-filter.ts';
import type { ExportFinding, ExportFindingCode, ExportReport } from './export-report.ts';
import { FieldReader, type JsonObject, parseJson } from './json.ts';
import { CheckName, MalformedProof, UnknownVersion } from './malformed-proof.ts';
import { isEarlier, latestTimeIn, timeAfterEntry } from './record-times.ts';
import { SealKeyRing } from './seal-key-ring.ts';
import type { IssuedStatement } from './statement.ts';
import type { Trust } from './trust.ts';
import { UnknownMemberList, unknownMembersSentence } from './unknown-members.ts';

export interface AuditExportOptions {
  trust: Trust;
  now: Date;
  /** An entry of the chain that the reader saved earlier as its newest, e.g. from another export. */
  keptHead?: { seq: number; hash: string } | undefined;
}

const DAY_MS = 24 * 3_600_000;

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
    const doubt =
      this.#faultCount > 0
        ? null
        : doubtInCompleteness({
            filter: this.#filter,
            first: this.#first,
            beginsAt: this.#anchors.beginsAt,
            anchoredAt: this.#anchor?.claimedAt ?? null,
          });
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
    const { from, until } = timesIn(this.#filter);
    if (first > 1 && from === null && until === null) {
      this.#found('REMOVED', first, `The export begins at entry ${first}, although it isn’t of a range of time.`);
    }
    if (isEarlier(this.#options.now.toISOString(), this.#exportedAt)) {
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

  /** Checks the commitments to values that may be erased. */
  #commitments(fields: FieldReader, record: FieldReader, entry: HashedLink, what: string): void {
    const { isErased, hasErased, changed } = erasableValuesOf(fields, record);
    if (isErased) {
      this.#count.erased++;
      this.#unexplained.push({ line: this.#line, entry, isErased: true });
    }
    if (hasErased) {
      this.#found('RECORD_CHANGED', entry.seq, `${what} is marked as erased, but still has its erased values.`);
    }
    for (const member of changed) {
      const reason = `${what} was changed: its \`${member}\` doesn’t match the commitment.`;
      this.#found('RECORD_CHANGED', entry.seq, reason);
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
    const flaws = [
      ...flawsInEntry(entry, this.#before, this.#first),
      this.#anchors.flawInTime(entry),
      ...anchors.map((anchor) => this.#anchors.add(anchor, entry)),
    ];
    for (const flaw of flaws) if (flaw) this.#found(flaw.fault, entry.seq, flaw.reason);
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
    const evidence = await evidenceOf(bundle, { trust, now, claimedAt });
    const flaw = flawInEvidence(evidence);
    if (flaw?.isUnknown) {
      return this.#found('ANCHOR_UNKNOWN', seq, `The trust file can’t confirm the anchor: ${flaw.detail}`);
    }
    if (flaw) return this.#found('ANCHOR_INVALID', seq, `The anchor is invalid: ${flaw.detail}`);
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
    if (isEarlier(predicate.claimedAt, last.recordedAt)) {
      const reason = `The anchor claims the time ${predicate.claimedAt}, before entry ${last.seq} was recorded at ${last.recordedAt}.`;
      this.#found('TIME_DISORDER', last.seq, reason);
    }
    if (Date.parse(this.#exportedAt ?? '') < Date.parse(predicate.claimedAt) - DAY_MS) {
      const reason = `The export claims to be made at ${this.#exportedAt}, before its anchor at ${predicate.claimedAt}.`;
      this.#found('TIME_DISORDER', null, reason);
    }
  }

  #found(fault: ExportFindingCode, seq: number | null, reason: string, line = this.#line): void {
    this.#faultCount++;
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ fault, line, seq, reason });
  }
}

/** Findings about acts, by what is wrong with them. */
const ACT_FAULTS: Partial<Record<ActFlaw['code'], ExportFindingCode>> = {
  TIME: 'TIME_DISORDER',
  UNKNOWN_KEY: 'ACT_UNKNOWN',
};
