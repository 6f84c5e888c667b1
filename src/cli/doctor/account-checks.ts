import { databaseOptions, tablePrivilegesOf } from '../../app.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { AccountPowers, SEPARATE_ACCOUNTS } from '../../platform/database/account-powers.ts';
import { Database, sql } from '../../platform/database/database.ts';
import { GRANTED_BY_MIGRATE } from '../../platform/database/database-needs.ts';
import { databaseSettings } from '../../platform/database/database-settings.ts';
import { findServiceAccount } from '../../platform/database/service-account.ts';
import { lackingSentence, missingGrants } from '../../platform/database/service-privileges.ts';
import { type NamedUrl, sessionUrlOf, withConnection } from '../../platform/database/single-connection.ts';
import { type OpenUrls, urlsOf } from '../database-for.ts';
import { connectionProblem } from './connection-problem.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

const NAME = 'database account';

export interface CheckedAccount {
  finding: DoctorFinding;
  /** False if the account may be unable to read the tables. Further checks then make no sense. */
  isUsable: boolean;
}

/**
 * Checks that the service's database account has the privileges that it needs, and no others. The schema must have this release's
 * version.
 */
export async function checkAccount(opened: OpenUrls): Promise<CheckedAccount> {
  const { ownerUrl } = opened;
  const service = sessionUrlOf(urlsOf(opened));
  const problem = ownerUrl === null ? null : await findGrantProblem(service, ownerUrl);
  if (problem) return { finding: problem, isUsable: false };
  return { finding: await findOwnProblem(service.url), isUsable: true };
}

/** Finds what the service's account lacks or has too much, with its own connection. */
async function findOwnProblem(url: string): Promise<DoctorFinding> {
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  try {
    const tables = tablePrivilegesOf();
    const powers = new AccountPowers(database, tables);
    const { account } = await powers.excess();
    const query = (text: string, values?: unknown[]) => sql<object>(database.orm.em.fork(), text, values);
    const lacking = await lackingSentence(query, { account, tables, queueSchema: databaseSettings(url).queueSchema });
    if (lacking !== null) return fail(NAME, lacking.replace(/^The/, 'the'), GRANTED_BY_MIGRATE);
    const excess = await powers.sentence();
    if (excess !== null) return warn(NAME, excess.replace(/^The/, 'the'), SEPARATE_ACCOUNTS);
    return ok(NAME, 'it can’t alter tables, and can’t change insert-only rows');
  } finally {
    await database.close();
  }
}

/** Finds what is wrong with the accounts of the two URLs. Null if the service's account has its privileges. */
async function findGrantProblem(service: NamedUrl, ownerUrl: string): Promise<DoctorFinding | null> {
  try {
    return await withConnection(
      { url: ownerUrl, setting: 'DATABASE_OWNER_URL' },
      async (_, query) => {
        const account = await findServiceAccount(query, { service });
        const { queueSchema } = databaseSettings(service.url);
        const lines = await missingGrants(query, { account, tables: tablePrivilegesOf(), queueSchema });
        if (lines.length === 0) return null;
        const detail = `${account} doesn’t have exactly the privileges that this release needs`;
        return warn(NAME, detail, 'Run imprimatur migrate, or start the service');
      },
      { name: 'imprimatur-doctor' },
    );
  } catch (error) {
    if (error instanceof ConfigError) return fail(NAME, error.mistakes.join(' '));
    return fail(NAME, ...connectionProblem(error, 'DATABASE_OWNER_URL'));
  }
}
