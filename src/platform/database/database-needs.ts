import { ConfigError } from '../config/config.ts';
import {
  type AccountPrivileges,
  createDatabaseLine,
  createSchemaLine,
  grantCreateLine,
  quoted,
  readCollation,
  readDatabaseFacts,
  readLowerCase,
  readPrivileges,
} from './database-needs.sql.ts';
import type { DatabaseSettings } from './database-settings.ts';
import type { RunQuery } from './migration.sql.ts';
import type { UrlSetting } from './single-connection.ts';

/** The oldest PostgreSQL version with all features that the migrations use. */
const OLDEST_MAJOR = 15;
/** A requirement that the database doesn't meet, and how to provide it. */
export interface UnmetNeed {
  detail: string;
  advice: string;
  /** True if the service can't start without it. False if the service works, with the problem that `detail` names. */
  isFatal: boolean;
}

/** State of the database to check, and the tables of the service. */
export interface NeedsOptions {
  settings: DatabaseSettings;
  /** Names of the service's tables. The account's privileges on them are checked. */
  tables: readonly string[];
  /** True if the database has no tables of the service. */
  isEmpty: boolean;
  /** True if migrations are still to run on the database. */
  isPending: boolean;
  /** Setting that contains the URL. */
  setting: UrlSetting;
}

/** Checks the requirements of a database: version, encoding, locale, extensions and privileges. Changes nothing. */
export async function findUnmetNeeds(query: RunQuery, options: NeedsOptions): Promise<UnmetNeed[]> {
  const { settings, tables, isEmpty } = options;
  const { name, account, major, version, encoding } = await readDatabaseFacts(query);
  if (major < OLDEST_MAJOR) {
    return [fatal(`PostgreSQL ${version} is too old`, `Upgrade it to ${OLDEST_MAJOR} or later; 18 is tested`)];
  }
  const another = `Create another database: ${createDatabaseLine({ name, account, major })} docs/database.md says how an installation moves there`;
  if (encoding !== 'UTF8') {
    return [fatal(`The database ${name} has the encoding ${encoding}, and UTF8 is needed`, another)];
  }
  const unmet: UnmetNeed[] = [];
  const lowered = await readLowerCase(query, CAPITALS);
  if (lowered !== SMALL_LETTERS) {
    unmet.push({
      detail: `The locale of the database ${name} turns ${CAPITALS} into ${lowered} instead of ${SMALL_LETTERS}, so that searches miss words`,
      advice: another,
      // Fatal only for a new database. A database that already has tables has worked with this locale so far.
      isFatal: isEmpty,
    });
  }
  const collation = await readCollation(query);
  if (collation.made !== null && collation.actual !== null && collation.made !== collation.actual) {
    unmet.push({
      detail: `The locale of the database ${name} was version ${collation.made} and is ${collation.actual} now, so that its indexes may miss rows`,
      advice: `Run REINDEX DATABASE ${quoted(name)}; and then ALTER DATABASE ${quoted(name)} REFRESH COLLATION VERSION;`,
      isFatal: false,
    });
  }
  const access = await readPrivileges(query, { queueSchema: settings.queueSchema, tables });
  return [...unmet, ...unmetAccess(access, { ...settings, ...options, name, account })];
}

/**
 * Checks a database before anything is written to it.
 * @returns unmet requirements that don't prevent the start
 * @throws ConfigError with all other unmet requirements, and what to do
 */
export async function assertNeeds(query: RunQuery, options: NeedsOptions): Promise<UnmetNeed[]> {
  const unmet = await findUnmetNeeds(query, options);
  const fatalNeeds = unmet.filter(({ isFatal }) => isFatal);
  if (fatalNeeds.length > 0) {
    throw new ConfigError(fatalNeeds.map(({ detail, advice }) => `${options.setting}: ${detail}. ${ended(advice)}`));
  }
  return unmet;
}

/**
 * Capital letters of Latin, Greek and Cyrillic, to test the locale. A Turkish locale lowers I differently, and the locale C
 * doesn't lower the last three.
 */
const CAPITALS = 'AIÄΩЖ';
const SMALL_LETTERS = 'aiäωж';

interface AccessOptions extends NeedsOptions {
  schema: string;
  queueSchema: string;
  name: string;
  account: string;
}

function unmetAccess(access: AccountPrivileges, options: AccessOptions): UnmetNeed[] {
  const { schema, queueSchema, name, isEmpty, isPending, setting } = options;
  const account = quoted(options.account);
  const unmet: UnmetNeed[] = [];
  if (access.schema === null) {
    return [
      fatal(`The account ${account} may use no schema of its search path`, grantCreateLine(schema, options.account)),
    ];
  }
  const current = quoted(access.schema);
  if (isPending && !access.createsTables) {
    unmet.push(
      fatal(
        `The account ${account} may not create tables in the schema ${current}`,
        `As its owner: ${grantCreateLine(access.schema, options.account)}`,
      ),
    );
  }
  const isLacking = access.trigramSchema === null;
  if (isPending && isLacking && !access.hasTrigrams) {
    unmet.push(
      fatal('The server does not have the extension pg_trgm', 'Install the package of PostgreSQL’s extensions'),
    );
  } else if (isPending && isLacking && !access.createsExtensions) {
    unmet.push(
      fatal(
        `The extension pg_trgm is missing, and the account ${account} may not create it`,
        `In the database ${name}, as an account that may: CREATE EXTENSION pg_trgm SCHEMA ${current};`,
      ),
    );
  } else if (isPending && !isLacking && !access.path.includes(access.trigramSchema!)) {
    unmet.push(
      fatal(
        `The extension pg_trgm is in the schema ${access.trigramSchema}, which search_path leaves out`,
        `Add it to ${setting}: ?options=-c%20search_path=${access.schema},${access.trigramSchema}`,
      ),
    );
  }
  if (!access.hasQueueSchema && !access.createsSchemas) {
    unmet.push(
      fatal(
        `The account ${account} may not create the schema of the job queue`,
        createSchemaLine(queueSchema, options.account),
      ),
    );
  } else if (access.hasQueueSchema && !access.usesQueueSchema) {
    unmet.push(
      fatal(`The account ${account} may not use the schema ${queueSchema} of the job queue`, GRANTED_BY_MIGRATE),
    );
  }
  // With DATABASE_OWNER_URL, the account also grants privileges, so it has to own the tables even if no migration is pending.
  const mustOwn = isPending || setting === 'DATABASE_OWNER_URL';
  if (mustOwn && !isEmpty && access.foreignTables.length > 0) {
    unmet.push(
      fatal(
        `The account ${account} does not own ${listed(access.foreignTables)}, which a migration may have to change`,
        setting === 'DATABASE_OWNER_URL'
          ? 'Name the account that owns them'
          : 'Run imprimatur migrate with DATABASE_OWNER_URL, the account that owns them',
      ),
    );
  }
  if (access.closedTables.length > 0) {
    unmet.push(
      fatal(`The account ${account} may not read or write ${listed(access.closedTables)}`, GRANTED_BY_MIGRATE),
    );
  }
  return unmet;
}

/** Advice for an account that lacks privileges on tables of another account. */
export const GRANTED_BY_MIGRATE =
  'Run imprimatur migrate with this DATABASE_URL, and DATABASE_OWNER_URL with the account that owns the tables: it grants what is missing';

function fatal(detail: string, advice: string): UnmetNeed {
  return { detail, advice, isFatal: true };
}

/** Lists the names of the first three tables, and the number of the others. */
function listed(tables: readonly string[]): string {
  const more = tables.length - 3;
  return `${tables.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more tables` : ''}`;
}

const ended = (advice: string) => (/[.;]$/.test(advice) ? advice : `${advice}.`);
