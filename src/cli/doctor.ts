import { compose } from '../app.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { columns, printable, printableJson, styled } from '../platform/command-line/terminal.ts';
import type { Config } from '../platform/config/config.ts';
import { isDatabaseMade } from '../platform/database/embedded-postgres-place.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { commitWords, RELEASE } from '../platform/program/release.ts';
import { inspectSettings } from '../read-config.ts';
import { databaseFor } from './database-for.ts';
import { lookAtDatabase, lookAtEncryption } from './doctor/database-looks.ts';
import { type Finding, fail, ok, skip, type Verdict } from './doctor/finding.ts';
import { lookAtDeletion, lookAtEndings, lookAtKeys, lookAtSchema } from './doctor/house-looks.ts';
import { lookAtPort } from './doctor/port-look.ts';
import { lookAtExposure, lookAtSecrets } from './doctor/safety-looks.ts';
import { lookAtDisks, lookAtStorage } from './doctor/storage-looks.ts';

/** When something is wrong. What is only to be warned of is no reason to stop a deployment. */
const EXIT_WRONG = 1;

const MARKS: Record<Verdict, [mark: string, style: Parameters<typeof styled>[0]]> = {
  OK: ['✔', 'green'],
  WARN: ['!', 'yellow'],
  FAIL: ['✖', 'red'],
  SKIPPED: ['–', 'gray'],
};

/** Looks at everything that the service needs, as it is set now, and changes nothing. */
export async function runDoctor({ json }: { json: boolean }): Promise<void> {
  const { config, mistakes, hints, known, values } = inspectSettings();
  const logger = createLogger('silent');
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    const findings: Finding[] = [
      ok(
        'versions',
        `Imprimatur ${RELEASE.version} (${commitWords(RELEASE)}), Node ${process.versions.node} on ${process.platform} ${process.arch}`,
      ),
      ...mistakes.map((mistake) => fail('settings', mistake)),
      ...hints.map((hint): Finding => ({ name: 'settings', verdict: 'WARN', detail: hint })),
    ];
    if (mistakes.length + hints.length === 0) findings.push(ok('settings', 'every variable can be used'));
    if (config) {
      findings.push(
        ...lookAtSecrets(config.dataDir, known, values),
        ...lookAtExposure(config),
        await lookAtPort(config),
      );
      findings.push(...(await lookAtDisks(config)), ...(await lookBehind(config, lifecycle)));
    } else {
      findings.push(skip('database', 'not looked at: mend the settings first'));
    }
    const isWell = findings.every(({ verdict }) => verdict !== 'FAIL');
    process.stdout.write(json ? printableJson({ result: isWell ? 'WELL' : 'NOT_WELL', findings }) : textOf(findings));
    if (!isWell) process.exitCode = EXIT_WRONG;
  });
}

/** What can only be seen with the database. */
async function lookBehind(config: Config, lifecycle: Lifecycle): Promise<Finding[]> {
  if (!config.databaseUrl && !isDatabaseMade(config.dataDir)) {
    return [skip('database', 'there is none yet: the first start makes one in DATA_DIR')];
  }
  const opened = await databaseFor(config).catch((error: Error) => error);
  if (opened instanceof Error) return [fail('database', opened.message)];
  lifecycle.onStop(opened.close);
  const findings = await lookAtDatabase(opened, config);
  if (findings.some(({ verdict }) => verdict === 'FAIL')) return findings;
  if (config.databaseUrl) findings.push(await lookAtEncryption(config.databaseUrl));
  const publicUrl = config.publicUrl ?? 'http://127.0.0.1:4000';
  const needs = await lookAtSchema(opened.url);
  findings.push(...needs);
  if (needs.at(-1)?.verdict !== 'OK') return findings;
  const house = await compose({ config, databaseUrl: opened.url, publicUrl, logger: createLogger('silent') });
  lifecycle.onStop(() => house.platform.database.close());
  lifecycle.onStop(() => house.platform.store.close());
  lifecycle.onStop(() => house.platform.telemetry.close());
  for (const close of house.closes) lifecycle.onStop(close);
  findings.push(
    ...(await lookAtKeys(house)),
    await lookAtStorage(house),
    await lookAtDeletion(house),
    ...(await lookAtEndings(house)),
  );
  return findings;
}

function textOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, verdict, detail, advice }) => {
    const [mark, style] = MARKS[verdict];
    return [`${styled(style, mark)} ${name}`, printable(advice ? `${detail}. ${advice}` : detail)] as const;
  });
  const counted = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length;
  const wrong = counted('FAIL');
  const sum = wrong === 0 ? 'Nothing is wrong' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`;
  const unsafe = counted('WARN');
  return `${columns(rows)}\n${sum}${unsafe > 0 ? `, ${unsafe} to look at (!)` : ''}.\n`;
}
