import { AuditOutcome, audit } from '../platform/audit/audit.ts';
import { internal } from '../platform/auth/principal.ts';
import { CommandError, UsageError } from '../platform/command-line/exit.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { columns, printable, printableJson, styled, wrapped } from '../platform/command-line/terminal.ts';
import { Context } from '../platform/context.ts';
import { isCanceled, sqlstateOf } from '../platform/database/sqlstate.ts';
import { lacksDatabase } from '../platform/errors/errors.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { StorageUnavailable } from '../platform/storage/blob-store.ts';
import { bytesCheck } from '../platform/storage/bytes-check.ts';
import type { IntegrityCheck, IntegrityFinding } from '../platform/upkeep/integrity-check.ts';
import { readConfig } from '../read-config.ts';
import type { IntegrityPlan } from './integrity-plan.ts';
import { openService } from './open-service.ts';
import { Progress } from './progress.ts';

/** Exit codes: 0 if nothing is wrong or everything was repaired, 1 if something is wrong, 2 if the result isn't known. */
const EXIT_WRONG = 1;
const EXIT_UNKNOWN = 2;

/** Matches PostgreSQL's codes `undefined_table`, `undefined_column` and `insufficient_privilege`. */
const NOT_MIGRATED = /^42(P01|703|501)$/;
/** Maximum number of findings that are listed one by one. Further findings are only counted. */
const MAX_TOLD = 1_000;

interface IntegrityReport {
  result: 'CLEAN' | 'REPAIRED' | 'NOT_CLEAN' | 'NOT_FINISHED';
  repairs: boolean;
  checks: { name: string; isComplete: boolean }[];
  /** Number of checked items by kind of item. */
  looked: Record<string, number>;
  /** Number of findings and repairs by kind of finding. */
  counts: Record<string, { found: number; repaired: number }>;
  findings: IntegrityFinding[];
}

/** Checks the invariants of the stored data, with or without a running service. Repairs if requested. */
export async function checkIntegrity(plan: IntegrityPlan): Promise<void> {
  const { repairs, timeMs, graceMs, only, firstPart, hashes, json } = plan;
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.logFormat);
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    const service = await openService(lifecycle, config, logger);
    const { platform } = service;
    const bytes = bytesCheck({ store: platform.store, holders: service.blobs, graceMs, hashes, firstPart });
    const checks = chosen([bytes, ...service.checks], only);
    const occasion = { principal: internal('command:integrity'), requestId: 'integrity', signal: lifecycle.stopping };
    try {
      const ctx = new Context(platform, occasion);
      // Called only for repairs, because `mayDelete` records the time and a read-only check must change nothing.
      const mayDelete = repairs && (await platform.deletion.mayDelete());
      const report = await runChecks(checks, ctx, { repairs, mayDelete }, timeMs);
      await writeRepairs(ctx, report);
      process.stdout.write(json ? printableJson(report) : textOf(report));
      process.exitCode =
        report.result === 'NOT_CLEAN' ? EXIT_WRONG : report.result === 'NOT_FINISHED' ? EXIT_UNKNOWN : 0;
    } catch (cause) {
      if (NOT_MIGRATED.test(sqlstateOf(cause) ?? '')) {
        throw new CommandError(
          EXIT_UNKNOWN,
          'The tables of the database, or the privileges on them, don’t match this release. Run imprimatur migrate.',
          { cause },
        );
      }
      const isAway = lacksDatabase(cause) || isCanceled(cause) || cause instanceof StorageUnavailable;
      if (!isAway) throw cause;
      throw new CommandError(EXIT_UNKNOWN, `The integrity check could not run: ${(cause as Error).message}`, { cause });
    }
  });
}

async function runChecks(
  checks: readonly IntegrityCheck[],
  ctx: Context,
  { repairs, mayDelete }: { repairs: boolean; mayDelete: boolean },
  timeMs: number,
): Promise<IntegrityReport> {
  const report: IntegrityReport = { result: 'CLEAN', repairs, checks: [], looked: {}, counts: {}, findings: [] };
  const end = performance.now() + timeMs;
  const progress = new Progress();
  for (const { name, run } of checks) {
    const isComplete = await run({
      ctx,
      repairs,
      deletes: repairs && mayDelete,
      isOver: () => performance.now() >= end || ctx.signal.aborted,
      found(finding) {
        const { found, repaired } = report.counts[finding.kind] ?? { found: 0, repaired: 0 };
        const isRepaired = finding.repair !== null;
        report.counts[finding.kind] = { found: found + 1, repaired: repaired + (isRepaired ? 1 : 0) };
        if (report.findings.length < MAX_TOLD) report.findings.push(finding);
      },
      count(what, added) {
        report.looked[what] = (report.looked[what] ?? 0) + added;
      },
      progress: (done, total) => progress.at(`${name}: ${count(done)} of ${count(total)}`),
    });
    report.checks.push({ name, isComplete });
    const unfinished = `not finished: ${ctx.signal.aborted ? 'stopped' : 'time limit reached'}`;
    progress.end(`${name}: ${isComplete ? 'done' : unfinished}`);
  }
  const counts = Object.values(report.counts);
  if (counts.some(({ found, repaired }) => repaired < found)) report.result = 'NOT_CLEAN';
  else if (report.checks.some(({ isComplete }) => !isComplete)) report.result = 'NOT_FINISHED';
  else if (counts.length > 0) report.result = 'REPAIRED';
  return report;
}

/** Records the repairs in one audit entry, with the number of repairs by kind. */
async function writeRepairs(ctx: Context, { counts }: IntegrityReport): Promise<void> {
  const repaired = Object.entries(counts).filter(([, { repaired }]) => repaired > 0);
  if (repaired.length === 0) return;
  const changes = repaired.map(([kind, { repaired }]) => {
    return { subjectId: 'integrity', field: kind, before: null, after: repaired };
  });
  const action = 'repairIntegrity';
  await audit(ctx.fork(), { action, subjectIds: ['integrity'], outcome: AuditOutcome.DONE, changes });
}

const TITLES = { CLEAN: 'CLEAN', REPAIRED: 'REPAIRED', NOT_CLEAN: 'NOT CLEAN', NOT_FINISHED: 'NOT FINISHED' };
const SENTENCES = {
  CLEAN: 'No problems were found.',
  REPAIRED: 'All problems were repaired.',
  NOT_CLEAN: 'Some problems were not repaired.',
  NOT_FINISHED: 'The check ended early. No problems were found so far.',
};

function textOf({ result, repairs, checks, looked, counts, findings }: IntegrityReport): string {
  const title = TITLES[result];
  const color = result === 'NOT_CLEAN' ? 'red' : result === 'NOT_FINISHED' ? 'yellow' : 'green';
  const facts: [string, string][] = [
    [
      'checked',
      Object.entries(looked)
        .map(([what, number]) => `${count(number)} ${what}`)
        .join(', ') || 'nothing',
    ],
    ['checks', checks.map(({ name, isComplete }) => (isComplete ? name : `${name} (not finished)`)).join(', ')],
    ...Object.entries(counts).map(([kind, { found, repaired }]): [string, string] => [
      kind,
      `${count(found)}, ${repaired === found ? 'all' : count(repaired)} repaired`,
    ]),
  ];
  const lines = findings.map(({ kind, what, rows, repair }) => {
    const named = rows.length > 0 ? ` (${rows.join(', ')})` : '';
    return `${kind}  ${printable(what + named)}${repair === null ? '' : ` → ${repair}`}\n`;
  });
  const advice =
    result === 'NOT_CLEAN' && !repairs ? '\nNothing was changed. Use --repair to repair what can be repaired.\n' : '';
  return `${styled(['bold', color], title)}  ${wrapped(SENTENCES[result], title.length + 2)}

${columns(facts)}${lines.length > 0 ? `\n${lines.join('')}` : ''}${advice}`;
}

function chosen(checks: readonly IntegrityCheck[], only: string | undefined): readonly IntegrityCheck[] {
  if (only === undefined) return checks;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined) {
    throw new UsageError(`Unknown check ${unknown}. --only takes: ${checks.map(({ name }) => name).join(',')}.`);
  }
  return checks.filter(({ name }) => names.includes(name));
}

const count = (number: number) => number.toLocaleString('en');
