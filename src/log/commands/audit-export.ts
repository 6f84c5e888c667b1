import { createReadStream } from 'node:fs';
import { UsageError } from '../../platform/command-line/exit.ts';
import { noInput, readTrust } from '../../platform/command-line/inputs.ts';
import { columns, printable, printableJson, styled, wrapped } from '../../platform/command-line/terminal.ts';
import { auditExport, type ExportReport } from '../../proof/index.ts';

export interface AuditExportFileOptions {
  trust: string | undefined;
  /** `SEQ:HASH` */
  head: string | undefined;
  json: boolean;
}

/** Exit codes of `audit --export`. Scripts depend on them, so a code never changes its meaning. */
const EXIT = { CLEAN: 0, NOT_CLEAN: 1, NOT_ANCHORED: 3 } as const;

/** Audits an export in a file. Works offline and writes nothing. */
export async function auditExportFile(file: string, { trust, head, json }: AuditExportFileOptions): Promise<void> {
  if (trust === undefined) {
    throw new UsageError(
      '--export needs --trust FILE with the keys you trust, from https://<their host>/.well-known/imprimatur/trust.json.',
    );
  }
  const keptHead = head === undefined ? undefined : headOf(head);
  const options = { trust: await readTrust(trust), now: new Date(), keptHead };
  const report = await auditExport(linesOf(file), options);
  const result = report.faultCount > 0 ? 'NOT_CLEAN' : report.isClean ? 'CLEAN' : 'NOT_ANCHORED';
  process.stdout.write(json ? printableJson({ result, file, ...report }) : text(result, report));
  process.exitCode = EXIT[result];
}

function headOf(head: string): { seq: number; hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? [];
  if (hash === undefined)
    throw new UsageError('--head takes the sequence number of an entry and its hash, e.g. 1204:9f86d0….');
  return { seq: Number(seq), hash };
}

/** Length up to which a line of an export is read. A longer line can’t be valid, and its end would only take memory. */
const MAX_LINE_LENGTH = 8_000_000;

async function* linesOf(file: string): AsyncGenerator<string> {
  let line = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const [end = '', ...lines] = chunk.split('\n');
      if (line.length <= MAX_LINE_LENGTH) line += end;
      for (const next of lines) {
        yield line;
        line = next;
      }
    }
  } catch (cause) {
    throw noInput(`Can’t read the export ${printable(file)}.`, cause);
  }
  if (line !== '') yield line;
}

function text(result: keyof typeof EXIT, report: ExportReport): string {
  const { faults, faultCount, kind, issuer, filter, first, last, entries, records, erased, anchor, approvals, notes } =
    report;
  const title = result.replaceAll('_', ' ');
  const style = { CLEAN: 'green', NOT_CLEAN: 'red', NOT_ANCHORED: 'yellow' } as const;
  const facts: [string, string][] = [];
  for (const { line, reason } of faults) facts.push([`line ${line}`, printable(reason)]);
  if (faultCount > faults.length) facts.push(['also', `${count(faultCount - faults.length)} more problems`]);
  if (issuer !== null) facts.push(['issuer', printable(issuer)]);
  if (kind !== null) facts.push(['kind', printable(kind)]);
  if (report.exportedAt !== null) facts.push(['exported', `at ${report.exportedAt}, according to the issuer`]);
  const selection = Object.keys(filter).length > 0 ? printable(JSON.stringify(filter)) : 'everything';
  facts.push(['filter', selection]);
  if (first !== null && last) facts.push(['entries', `${count(entries)}, from ${first} to ${last.seq}`]);
  facts.push(['records', `${count(records)}${erased > 0 ? `, ${count(erased)} of them with erased values` : ''}`]);
  if (approvals) {
    const { APPROVED, REJECTED, UNDECIDED } = approvals;
    facts.push([
      'approvals',
      `${count(APPROVED)} approved, ${count(REJECTED)} rejected, ${count(UNDECIDED)} undecided`,
    ]);
  }
  facts.push(...absent(report));
  if (last) facts.push(['head', `${last.seq}:${last.hash}`]);
  if (anchor) {
    const where = `${printable(anchor.origin ?? 'its log')}, in a tree of ${count(anchor.treeSize)} entries`;
    facts.push(['anchored', `in ${where}; at ${anchor.claimedAt}, according to the issuer`]);
  }
  for (const note of notes) facts.push(['note', printable(note)]);
  const summary = result === 'NOT_CLEAN' ? printable(faults[0]?.reason ?? '') : summaryOf(report);
  return `${styled(['bold', style[result]], title)}  ${wrapped(summary, title.length + 2)}

${columns(facts)}`;
}

/** Summary of an export without findings: what was checked, and what wasn’t. */
function summaryOf({ first, last, anchor, isComplete }: ExportReport): string {
  if (first === null || !last) return 'The export has no entries, so nothing was checked.';
  const range = first === 1 ? `up to entry ${last.seq}` : `from entry ${first} to entry ${last.seq}`;
  const sentences = [`Every record matches the chain, and no entry ${range} is missing.`];
  if (!isComplete) {
    sentences.push('It isn’t proven that all records that match the filter are here.');
  }
  sentences.push(
    anchor
      ? 'The last entry is anchored in the transparency log.'
      : 'Without an anchor nothing proves that this is the published chain.',
  );
  return sentences.join(' ');
}

function absent({ notAsked, notKept }: ExportReport): [string, string][] {
  const facts: [string, string][] = [];
  if (notAsked > 0) facts.push(['not requested', `${count(notAsked)} entries without their records`]);
  if (notKept > 0) {
    facts.push(['not kept', `${count(notKept)} records, deleted at the end of their retention: their entries stay`]);
  }
  return facts;
}

const count = (number: number) => number.toLocaleString('en');
