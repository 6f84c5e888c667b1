import { UsageError } from '../../platform/command-line/exit.ts';
import { isUrl, noInput, readTrust } from '../../platform/command-line/inputs.ts';
import { columns, printable, printableJson, styled, wrapped } from '../../platform/command-line/terminal.ts';
import {
  AuditFolder,
  type AuditReport,
  audit,
  CorruptState,
  durationText,
  LogClient,
  LogUnreachable,
} from '../audit/index.ts';
import { logKeyOf } from './start-witness.ts';

export interface AuditLogOptions {
  trust?: string;
  /** Verifier key of the log. */
  logKey?: string;
  state?: string;
  full: boolean;
  entries: boolean;
  /** Maximum age of the newest checkpoint: number and unit, e.g. `7d`. */
  'max-age': string;
  /** Seconds. */
  wait: string;
  json: boolean;
}

/** Exit code if the log doesn't respond. 0: no problems found, 1: a problem was found. */
const EXIT_UNREACHABLE = 2;

/** Audits the log of a service over HTTP. */
export async function auditLog(address: string, options: AuditLogOptions): Promise<void> {
  const url = URL.parse(address);
  if (!url || !isUrl(address) || url.username || url.password)
    throw new UsageError('audit takes an http(s) URL of a service or a log, without a user name or password.');
  if (options.trust !== undefined && options.logKey !== undefined) {
    throw new UsageError('Pass --trust or --log-key, not both.');
  }
  const maxAgeSeconds = secondsOf(options['max-age']);
  const waitSeconds = Number(options.wait);
  if (!/^\d{1,4}$/.test(options.wait)) throw new UsageError('--wait takes a number of seconds.');
  const logKey = options.logKey === undefined ? undefined : logKeyOf(options.logKey);
  const trust = options.trust === undefined ? undefined : await readTrust(options.trust);
  const client = new LogClient(url, { headers: { 'user-agent': 'Imprimatur', accept: '*/*' } });
  try {
    const report = await audit({
      client,
      memory: new AuditFolder(options.state ?? AuditFolder.usual, client.prefix),
      url: client.prefix,
      logKey,
      trust,
      full: options.full,
      entries: options.entries,
      maxAgeSeconds,
      waitMs: waitSeconds * 1_000,
      now: new Date(),
      onProgress: options.json ? undefined : showProgress,
    });
    const result = report.fault ? 'NOT_CLEAN' : 'CLEAN';
    process.stdout.write(options.json ? printableJson({ result, url: client.prefix, ...report }) : text(report));
    process.exitCode = report.fault ? 1 : 0;
  } catch (error) {
    if (error instanceof CorruptState) throw noInput(error.message, error);
    if (!(error instanceof LogUnreachable)) throw error;
    if (options.json) {
      process.stdout.write(printableJson({ result: 'UNREACHABLE', url: client.prefix, reason: error.message }));
    } else {
      process.stderr.write(`${printable(error.message)}\n`);
    }
    process.exitCode = EXIT_UNREACHABLE;
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function secondsOf(age: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(age) ?? [];
  if (!unit) throw new UsageError('--max-age takes a number and s, m, h or d, e.g. 36h.');
  return Number(number) * UNITS[unit]!;
}

function showProgress(read: number, size: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${count(read)} of ${count(size)} entries${read === size ? '\r\x1b[K' : ''}`);
}

function text(report: AuditReport): string {
  const { fault, vkey, root, size, age, cosignedBy, entriesRead, checkpointsCompared, notes } = report;
  const title = fault ? 'NOT CLEAN' : 'CLEAN';
  const summary = fault ? fault.reason : clean(report);
  const facts: [string, string][] = [];
  if (fault?.entry != null) facts.push(['entry', count(fault.entry)]);
  if (fault?.evidence) facts.push(['evidence', `${printable(fault.evidence)}: keep this file, both notes are signed`]);
  if (vkey) facts.push(['log', printable(vkey)]);
  if (size !== null) facts.push(['tree', `${count(size)} entries, root ${printable(root ?? '')}`]);
  if (age) facts.push(['newest', `${durationText(age.seconds)} old, according to ${WORD_OF[age.by]}`]);
  if (cosignedBy) facts.push(['cosigned by', printable(cosignedBy.join(', ') || 'none')]);
  facts.push(['read', `${count(entriesRead)} entries and ${count(checkpointsCompared)} checkpoints`]);
  for (const note of notes) facts.push(['note', printable(note)]);
  return `${styled(['bold', fault ? 'red' : 'green'], title)}  ${wrapped(printable(summary), title.length + 2)}

${columns(facts)}`;
}

const WORD_OF = {
  WITNESSES: 'its witnesses',
  LOG: 'the log',
  AUDITOR: 'this auditor, who saw it before',
} as const;

function clean({ origin, keptSize }: AuditReport): string {
  const before =
    keptSize === null
      ? 'No earlier audit of this log is saved here.'
      : 'The log continues the tree of the previous audit.';
  return `The entries of ${origin} match every tree it has signed. ${before}`;
}

const count = (number: number) => number.toLocaleString('en');
