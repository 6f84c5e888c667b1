import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { newId } from '../../src/platform/ids.ts';
import { linesOf } from '../chain/export.ts';
import { Folder, imprimatur } from '../support/command.ts';
import type { MovedClock } from '../support/moved-clock.ts';
import { type DataDir, type ServiceProcess, startService } from '../support/service-process.ts';

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'vera@example.org';

const HOUR_MS = 3_600_000;

/** A service by the clock, ready. @param tokensPerSecond of the sandbox; 0: as fast as it goes */
export async function startByClock(
  clock: MovedClock,
  dataDir: DataDir,
  { tokensPerSecond = 0, ...env }: { tokensPerSecond?: number } & Record<string, string | number> = {},
): Promise<ServiceProcess> {
  const service = await startService({
    dataDir,
    env: {
      ...clock.env,
      DATABASE_POOL_SIZE: '8',
      SANDBOX: '1',
      SANDBOX_TOKENS_PER_SECOND: String(tokensPerSecond),
      SIMULATED_RUNS_PER_DAY: '1000000',
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    },
  });
  return service.ready();
}

/** Adds a person who signs in with a password. */
export async function addPerson(clock: MovedClock, dataDir: DataDir): Promise<void> {
  const id = newId('operator');
  const hash = await new PasswordHashes({ memoryKibibytes: 8, passes: 1 }).hash(PASSWORD);
  await clock.query(
    `insert into operator (id, name, email, roles, created_by) values ($1, 'Vera Brandt', $2, '{VIEWER}', 'test')`,
    [id, EMAIL],
  );
  await clock.query(
    `insert into operator_account (id, operator_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [newId('operatorAccount'), id, hash],
  );
  const { code, stderr } = await imprimatur(['admit-operator', EMAIL], { ...clock.env, DATA_DIR: dataDir.path });
  expect(code, stderr).toBe(0);
}

/** Calls, renders and sign-ins, one after the other of each kind, until it is stopped. */
export class LightLoad {
  readonly runs: string[] = [];
  /** Status codes other than the expected ones, by what was done. */
  readonly failures: string[] = [];
  renders = 0;
  signIns = 0;
  #isStopping = false;
  readonly #working: Promise<unknown>;

  constructor(service: ServiceProcess, pauseMs = 50) {
    this.#working = Promise.all([
      this.#repeat(pauseMs, () => this.#call(service)),
      this.#repeat(pauseMs * 4, () => this.#render(service)),
      this.#repeat(pauseMs * 4, () => this.#signIn(service)),
    ]);
  }

  /** Waits for so many more calls, and one more render and sign-in. */
  async more(calls = 5): Promise<void> {
    const { runs, renders, signIns } = this;
    const enough = runs.length + calls;
    await expect
      .poll(() => this.runs.length >= enough && this.renders > renders && this.signIns > signIns, { timeout: 120_000 })
      .toBe(true);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#working;
  }

  async #repeat(pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isStopping) {
      await work().catch((error: unknown) => this.failures.push(String(error)));
      await sleep(pauseMs);
    }
  }

  async #call(service: ServiceProcess): Promise<void> {
    const { status, headers, body } = await service.json('/v1/chat/completions', {
      as: 'integration',
      body: { model: 'fast-execution/redact-draft', messages: [{ role: 'user', content: 'Is it so?' }] },
    });
    if (status === 200) this.runs.push(headers.get('x-imprimatur-run-id')!);
    else this.failures.push(`call ${status} ${JSON.stringify(body)}`);
  }

  async #render(service: ServiceProcess): Promise<void> {
    const { status, body } = await service.render({}, { wait: 10 });
    if (status === 200 || status === 201 || status === 202) this.renders++;
    else this.failures.push(`render ${status} ${JSON.stringify(body)}`);
  }

  async #signIn(service: ServiceProcess): Promise<void> {
    const { status } = await service.fetch('/admin/sign-in', {
      method: 'POST',
      headers: { origin: service.url },
      body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    });
    if (status === 303) this.signIns++;
    else this.failures.push(`sign-in ${status}`);
  }
}

/** Integrity, the log, the exports and the books are as if no clock had ever been wrong. @param runs that must be exported */
export async function expectClean(
  clock: MovedClock,
  service: ServiceProcess,
  dataDir: DataDir,
  runs: readonly string[],
): Promise<void> {
  using folder = new Folder();
  const env = { ...clock.env, DATA_DIR: dataDir.path };
  // Books against runs are one of its checks.
  const integrity = await imprimatur(['integrity', '--json'], env);
  const report = JSON.parse(integrity.stdout || '{}');
  expect({ code: integrity.code, result: report.result, findings: report.findings }, integrity.stderr).toEqual({
    code: 0,
    result: 'CLEAN',
    findings: [],
  });

  const log = await imprimatur(['audit', `${service.url}/log`, '--state', folder.path, '--json'], clock.env);
  expect({ code: log.code, fault: JSON.parse(log.stdout || '{}').fault }, log.stderr).toEqual({ code: 0, fault: null });

  const trust = await service.fetch('/.well-known/imprimatur/trust.json');
  writeFileSync(folder.file('trust.json'), await trust.text());
  for (const name of ['runs', 'audit-trail']) {
    const response = await service.fetch(`/exports/${name}.jsonl`, { as: 'operator' });
    const text = await response.text();
    expect(response.status, text.slice(0, 500)).toBe(200);
    writeFileSync(folder.file(name), text);
    const judged = await imprimatur(
      ['audit', '--export', folder.file(name), '--trust', folder.file('trust.json'), '--json'],
      clock.env,
    );
    expect({ name, code: judged.code, faults: JSON.parse(judged.stdout || '{}').faults }, judged.stderr).toEqual({
      name,
      code: 0,
      faults: [],
    });
    if (name === 'runs') {
      const exported = new Set(linesOf(text).map(({ record }) => record?.id));
      expect(runs.filter((id) => !exported.has(id))).toEqual([]);
    }
  }
}

/** The usage of a span of time. */
export async function usageOf(service: ServiceProcess, from: Date, until: Date): Promise<number> {
  const { body } = await service.json('/graphql', {
    as: 'operator',
    body: {
      query:
        'query ($from: DateTime!, $until: DateTime!) { usage(groupBy: TASK, startedFrom: $from, startedBefore: $until) { runs } }',
      variables: { from: from.toISOString(), until: until.toISOString() },
    },
  });
  return body.data.usage.reduce((sum: number, { runs }: { runs: number }) => sum + runs, 0);
}

/** A month or a year begins while calls, renders and sign-ins are under way. */
export async function passBoundary(
  clock: MovedClock,
  dataDir: DataDir,
  boundary: Date,
  { calls = 5, tokensPerSecond = 0 } = {},
): Promise<void> {
  clock.moveTo(new Date(boundary.getTime() - HOUR_MS));
  await using service = await startByClock(clock, dataDir, { tokensPerSecond });
  await addPerson(clock, dataDir);
  const load = new LightLoad(service);
  await load.more(calls);
  clock.moveTo(new Date(boundary.getTime() - 1_000));
  await expect.poll(() => clock.now().getTime() > boundary.getTime()).toBe(true);
  // The first of them may have begun before.
  await load.more(calls + 1);
  await load.stop();

  expect(load.failures).toEqual([]);
  const before = await usageOf(service, new Date(boundary.getTime() - 2 * HOUR_MS), boundary);
  const after = await usageOf(service, boundary, new Date(boundary.getTime() + 2 * HOUR_MS));
  expect(before).toBeGreaterThanOrEqual(calls);
  expect(after).toBeGreaterThanOrEqual(calls);
  // Renders have runs of their own.
  expect(before + after).toBe((await clock.query('select id from run')).length);
  await expectClean(clock, service, dataDir, load.runs);
}

/** The clock is set an hour ahead and an hour back while calls, renders and sign-ins are under way. */
export async function stepAnHour(
  clock: MovedClock,
  dataDir: DataDir,
  { calls = 5, tokensPerSecond = 0 } = {},
): Promise<void> {
  await using service = await startByClock(clock, dataDir, { tokensPerSecond });
  await addPerson(clock, dataDir);
  const load = new LightLoad(service);
  for (const byMs of [0, HOUR_MS, -HOUR_MS, -HOUR_MS, HOUR_MS]) {
    clock.step(byMs);
    await load.more(calls);
  }
  await load.stop();

  expect(load.failures).toEqual([]);
  await expectClean(clock, service, dataDir, load.runs);
}

/** Service and database are switched off for months. */
export async function switchOff(
  clock: MovedClock,
  dataDir: DataDir,
  { days, calls = 5 }: { days: number; calls?: number },
): Promise<void> {
  const runs: string[] = [];
  for (const round of ['before', 'after']) {
    await using service = await startByClock(clock, dataDir);
    if (round === 'before') await addPerson(clock, dataDir);
    const load = new LightLoad(service);
    await load.more(calls);
    await load.stop();
    runs.push(...load.runs);
    expect(load.failures, round).toEqual([]);
    // The service can't tell that from a clock that leapt while it was off.
    expect(await heldFor(clock), round).toBe(round === 'before' ? null : 'START');
    if (round === 'after') await resumeDeletion(clock, dataDir);
    await expectClean(clock, service, dataDir, runs);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    if (round === 'before') {
      await clock.stopDatabase();
      clock.step(days * 24 * HOUR_MS);
      await clock.startDatabase();
    }
  }
}

/** A service that deletes old runs is started while the clock shows a year far ahead. */
export async function startInWrongYear(
  clock: MovedClock,
  dataDir: DataDir,
  { year, calls = 5 }: { year: number; calls?: number },
): Promise<void> {
  const keep = { KEEP_RUNS_MONTHS: 1, KEEP_SIMULATED_RUNS_MONTHS: 1, AUDIT_KEEP_NETWORK_DAYS: 30 };
  let networks = 0;
  const rightAt = clock.now();
  const began = performance.now();
  const runs: string[] = [];
  for (const round of ['right', 'wrong', 'right again']) {
    const wrongAt = new Date(rightAt);
    wrongAt.setUTCFullYear(year);
    const at = round === 'wrong' ? wrongAt : rightAt;
    clock.moveTo(new Date(at.getTime() + performance.now() - began));
    await using service = await startByClock(clock, dataDir, keep);
    if (round === 'right') await addPerson(clock, dataDir);
    const load = new LightLoad(service);
    await load.more(calls);
    // Maintenance comes to retention right after it has made the partitions of the year.
    await expect
      .poll(() => clock.query(`select from pg_class where relname = 'run_${at.getUTCFullYear()}_${month(at)}'`))
      .toHaveLength(1);
    await load.more(calls);
    await load.stop();
    runs.push(...load.runs);
    expect(load.failures, round).toEqual([]);
    const kept = await clock.query('select id from run where id = any($1)', [runs]);
    expect(kept.length, round).toBe(runs.length);
    const { length } = await clock.query('select id from audit_entry where network is not null');
    expect(length, round).toBeGreaterThan(networks);
    networks = length;
    // The clock is right again, and the hold stays all the same.
    expect(await heldFor(clock), round).toBe(round === 'right' ? null : 'START');
    if (round === 'right again') {
      await resumeDeletion(clock, dataDir);
      await expectClean(clock, service, dataDir, runs);
    }
    service.kill('SIGTERM');
    await service.exited;
  }
}

/** Why deletion is held; null if it isn't. */
async function heldFor(clock: MovedClock): Promise<string | null> {
  const [note] = await clock.query<{ reason: string | null }>('select held_reason as reason from clock_note');
  return note!.reason;
}

/** As an operator does who has checked the clocks. */
async function resumeDeletion(clock: MovedClock, dataDir: DataDir): Promise<void> {
  const { code, stdout, stderr } = await imprimatur(['resume-deletion'], { ...clock.env, DATA_DIR: dataDir.path });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('Deletion has resumed.');
  expect(await heldFor(clock)).toBeNull();
}

const month = (at: Date) => String(at.getUTCMonth() + 1).padStart(2, '0');
