import { setTimeout as sleep } from 'node:timers/promises';
import { databaseOptions } from '../../app.ts';
import { ageInWords, backupConfig, backupProblem, readLastRuns } from '../../backup/index.ts';
import { internal } from '../../platform/auth/principal.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { Context } from '../../platform/context.ts';
import { Database, sql } from '../../platform/database/database.ts';
import { findUnmetNeeds, GRANTED_BY_MIGRATE } from '../../platform/database/database-needs.ts';
import { type MigrationsOf, migrationsOf, needsOf } from '../../platform/database/migrate.ts';
import type { RunQuery } from '../../platform/database/migration.sql.ts';
import { schemaTooNewProblem } from '../../platform/database/schema-release.ts';
import { tableOwnerOf } from '../../platform/database/single-connection.ts';
import { INSUFFICIENT_PRIVILEGE, sqlstateOf } from '../../platform/database/sqlstate.ts';
import { readClockNote } from '../../platform/deletion/clock-note.sql.ts';
import { HOLD_ADVICE, holdSentence } from '../../platform/deletion/deletion-gate.ts';
import { expirationSentence, upcomingExpirations } from '../../platform/expirations/expirations.ts';
import type { Service } from '../../service.ts';
import { type OpenUrls, urlsOf } from '../database-for.ts';
import { type DoctorFinding, fail, ok, skip, warn } from './finding.ts';

/**
 * Checks that the database meets the requirements of this release, and that its schema is up to date. The finding about the
 * schema comes last.
 */
export async function checkSchema(opened: OpenUrls): Promise<DoctorFinding[]> {
  const owner = tableOwnerOf(urlsOf(opened));
  const database = await Database.open(databaseOptions({ databaseUrl: owner.url, poolSize: 2 }));
  const query = (text: string, values?: unknown[]) => sql<object>(database.orm.em.fork(), text, values);
  try {
    const found = await migrationsOf(database.orm);
    const unmet = await findUnmetNeeds(query, needsOf(database.orm, owner, found));
    const findings = unmet.map(({ detail, advice, isFatal }) => (isFatal ? fail : warn)('database', detail, advice));
    if (unmet.length === 0) findings.push(ok('database', 'encoding, extensions and privileges are sufficient'));
    if (unmet.some(({ isFatal }) => isFatal)) return findings;
    return [...findings, await schemaFinding(found, query)];
  } catch (error) {
    if (sqlstateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    if (owner.setting === 'DATABASE_OWNER_URL') {
      const detail = 'the account of DATABASE_OWNER_URL may not read the tables of the service';
      return [fail('database', detail, 'Name the account that owns them')];
    }
    return [fail('database', 'the account may not read the tables of the service', GRANTED_BY_MIGRATE)];
  } finally {
    await database.close();
  }
}

async function schemaFinding({ done, pending, unknown }: MigrationsOf, query: RunQuery): Promise<DoctorFinding> {
  if (unknown.length > 0) {
    const { detail, advice } = await schemaTooNewProblem(query, unknown);
    return fail('schema', detail, advice);
  }
  if (done.length === 0) return skip('schema', 'the database is empty: the first start creates the schema');
  return pending.length > 0
    ? warn(
        'schema',
        `pending migrations of this version: ${pending.length}`,
        'Run imprimatur migrate, or start the service',
      )
    : ok('schema', 'the schema has this version');
}

/** Milliseconds between two attempts to measure the replica's lag, which the first measurement alone can't always tell. */
const MEASURE_AGAIN_MS = 1_100;

/** Checks that the read replica belongs to the database and is close behind it. Empty if no replica is set. */
export async function checkReplica({ platform }: Service): Promise<DoctorFinding[]> {
  const { replica } = platform.database;
  if (!replica) return [];
  try {
    await replica.assertFits();
    await replica.probe().catch(async () => {
      await sleep(MEASURE_AGAIN_MS);
      await replica.probe();
    });
    return [ok(REPLICA, 'lists, pages and exports are read from it')];
  } catch (error) {
    if (error instanceof ConfigError) return [fail(REPLICA, error.mistakes.join(' '))];
    return [warn(REPLICA, (error as Error).message.replace(/\.$/, ''), 'Lists are read from the primary meanwhile')];
  }
}

const REPLICA = 'read replica';

/**
 * Reports whether deletion is held because a clock may be wrong. Reads the hold directly, because `DeletionGate` would also
 * record the time.
 */
export async function checkDeletion({ platform }: Service): Promise<DoctorFinding> {
  const { hold } = await readClockNote(platform.database.orm.em.fork());
  return hold
    ? warn('deletion', holdSentence(hold).replace(/\.$/, ''), HOLD_ADVICE)
    : ok('deletion', 'not on hold: no wrong clock was detected');
}

/** Reports how old the last backup is, and whether the last attempt failed. */
export async function checkBackup({ platform }: Service): Promise<DoctorFinding> {
  const config = platform.config.of(backupConfig);
  const last = await readLastRuns(platform.database.orm.em.fork());
  const { ageSeconds, name, failure } = last;
  if (config.to === null && ageSeconds === null && failure === null) {
    return skip('backup', 'none is scheduled: set BACKUP_TO, or back up with your own tools');
  }
  const problem = backupProblem(last, config);
  if (problem !== null) return warn('backup', problem.replace(/\.$/, ''), 'Run imprimatur backup');
  if (ageSeconds === null)
    return warn('backup', 'no backup was taken yet', 'A worker takes the first one at its start');
  return ok('backup', `${name} is ${ageInWords(ageSeconds)} old`);
}

/** Reports keys, certificates and other items that expire within 30 days. */
export async function checkEndings({ platform }: Service): Promise<DoctorFinding[]> {
  const signal = new AbortController().signal;
  const ctx = new Context(platform, { principal: internal('command:doctor'), requestId: 'doctor', signal });
  const near = await upcomingExpirations(ctx, platform.contributed);
  if (near.length === 0) return [ok('endings', 'no price, key, token, link or certificate ends within 30 days')];
  const warnings = near
    .slice(0, MOST_ENDINGS)
    .map((one) => warn('endings', expirationSentence(one).replace(/\.$/, '')));
  const more = near.length - warnings.length;
  return more > 0 ? [...warnings, warn('endings', `${more} more end within 30 days`)] : warnings;
}

/** Maximum number of listed expirations. More lines would hide the rest of the report. */
const MOST_ENDINGS = 10;

/** Runs the checks that the features contribute. */
export async function checkFeatures({ diagnoses }: Service): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const { name, good, find } of diagnoses) {
    const problem = await find();
    findings.push(problem ? fail(name, problem.detail, problem.advice) : ok(name, good));
  }
  return findings;
}

/** Checks that the encryption and signing keys in the settings fit the database. */
export async function checkKeys({ startChecks }: Service): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const { name, assert } of startChecks) {
    try {
      await assert({ makes: false });
      findings.push(ok(name, 'fits the database'));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push(...error.mistakes.map((mistake) => fail(name, mistake)));
    }
  }
  return findings;
}
