import { compose } from '../app.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { columns, printable, printableJson, styled } from '../platform/command-line/terminal.ts';
import type { Config } from '../platform/config/config.ts';
import { isDatabaseMade } from '../platform/database/embedded-postgres-place.ts';
import { sessionUrlOf } from '../platform/database/single-connection.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { commitWords, RELEASE } from '../platform/program/release.ts';
import { formatCount } from '../platform/text/plural.ts';
import { inspectSettings } from '../read-config.ts';
import { databaseFor, urlsOf } from './database-for.ts';
import { checkAccount } from './doctor/account-checks.ts';
import { checkPublicCertificate } from './doctor/certificate-checks.ts';
import { checkDatabase, checkEncryption } from './doctor/database-checks.ts';
import { type CheckResult, type DoctorFinding, fail, ok, skip } from './doctor/finding.ts';
import { checkPort } from './doctor/port-check.ts';
import { checkExposure, checkSecrets } from './doctor/safety-checks.ts';
import {
  checkBackup,
  checkDeletion,
  checkEndings,
  checkFeatures,
  checkKeys,
  checkReplica,
  checkSchema,
} from './doctor/service-checks.ts';
import { checkDisks, checkStorage } from './doctor/storage-checks.ts';

/** Exit code if a check failed. Warnings don't change the exit code, so that they don't stop a deployment. */
const EXIT_WRONG = 1;

const MARKS: Record<CheckResult, [mark: string, style: Parameters<typeof styled>[0]]> = {
  OK: ['✔', 'green'],
  WARN: ['!', 'yellow'],
  FAIL: ['✖', 'red'],
  SKIPPED: ['–', 'gray'],
};

/** Checks the settings, the database, the storage and the keys of the service. Changes nothing that the service has stored. */
export async function runDoctor({ json }: { json: boolean }): Promise<void> {
  const { config, mistakes, hints, known, values } = inspectSettings();
  const logger = createLogger('silent');
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    const findings: DoctorFinding[] = [
      ok(
        'versions',
        `Imprimatur ${RELEASE.version} (${commitWords(RELEASE)}), Node ${process.versions.node} on ${process.platform} ${process.arch}`,
      ),
      ...mistakes.map((mistake) => fail('settings', mistake)),
      ...hints.map((hint): DoctorFinding => ({ name: 'settings', verdict: 'WARN', detail: hint })),
    ];
    if (mistakes.length + hints.length === 0) findings.push(ok('settings', 'all variables are valid'));
    if (config) {
      findings.push(...checkSecrets(config.dataDir, known, values), ...checkExposure(config), await checkPort(config));
      findings.push(...(await checkPublicCertificate(config.publicUrl)));
      findings.push(...(await checkDisks(config)), ...(await checkWithDatabase(config, lifecycle)));
    } else {
      findings.push(skip('database', 'not checked: fix the settings first'));
    }
    const isWell = findings.every(({ verdict }) => verdict !== 'FAIL');
    process.stdout.write(json ? printableJson({ result: isWell ? 'WELL' : 'NOT_WELL', findings }) : textOf(findings));
    if (!isWell) process.exitCode = EXIT_WRONG;
  });
}

/** Runs the checks that need the database. */
async function checkWithDatabase(config: Config, lifecycle: Lifecycle): Promise<DoctorFinding[]> {
  if (!config.databaseUrl && !isDatabaseMade(config.dataDir)) {
    return [skip('database', 'doesn’t exist yet: the first start creates it in DATA_DIR')];
  }
  const opened = await databaseFor(config).catch((error: Error) => error);
  if (opened instanceof Error) return [fail('database', opened.message)];
  lifecycle.onStop(opened.close);
  const findings = await checkDatabase(opened, config);
  if (findings.some(({ verdict }) => verdict === 'FAIL')) return findings;
  const direct = sessionUrlOf(urlsOf(opened)).url;
  if (config.databaseUrl) findings.push(await checkEncryption(direct));
  const publicUrl = config.publicUrl ?? 'http://127.0.0.1:4000';
  const needs = await checkSchema(opened);
  findings.push(...needs);
  if (needs.at(-1)?.verdict !== 'OK') return findings;
  const account = await checkAccount(opened);
  findings.push(account.finding);
  if (!account.isUsable) return findings;
  const service = await compose({ config, databaseUrl: direct, publicUrl, logger: createLogger('silent') });
  lifecycle.onStop(() => service.platform.database.close());
  lifecycle.onStop(() => service.platform.store.close());
  lifecycle.onStop(() => service.platform.telemetry.close());
  for (const close of service.closes) lifecycle.onStop(close);
  const keys = await checkKeys(service);
  findings.push(
    ...keys,
    ...(await checkReplica(service)),
    ...(keys.some(({ verdict }) => verdict === 'FAIL') ? [] : await checkFeatures(service)),
    await checkStorage(service),
    await checkDeletion(service),
    await checkBackup(service),
    ...(await checkEndings(service)),
  );
  return findings;
}

function textOf(findings: readonly DoctorFinding[]): string {
  const rows = findings.map(({ name, verdict, detail, advice }) => {
    const [mark, style] = MARKS[verdict];
    return [`${styled(style, mark)} ${name}`, printable(advice ? `${detail}. ${advice}` : detail)] as const;
  });
  const counted = (verdict: CheckResult) => findings.filter((one) => one.verdict === verdict).length;
  const wrong = counted('FAIL');
  const sum = wrong === 0 ? 'No problems' : formatCount(wrong, 'problem');
  const unsafe = counted('WARN');
  return `${columns(rows)}\n${sum}${unsafe > 0 ? `, ${formatCount(unsafe, 'warning')}` : ''}.\n`;
}
