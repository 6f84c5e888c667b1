import type { RunQuery } from './migration.sql.ts';
import {
  closeFunctionLine,
  type Excess,
  fixPathLine,
  type GrantedTable,
  grantFunctionLine,
  grantLine,
  grantQueueLines,
  grantSchemaLine,
  grantSequenceLine,
  onColumns,
  readExcess,
  readGranted,
  readGrantedSchemas,
  readLacking,
  revokeLine,
} from './service-privileges.sql.ts';
import type { TablePrivilege, TablePrivileges } from './table-privileges.ts';

/** Privileges that the service's account gets. */
export interface ServicePrivileges {
  /** Account that the service works with: that of DATABASE_URL. */
  account: string;
  tables: TablePrivileges;
  queueSchema: string;
}

/**
 * SQL statements that give the account exactly its declared privileges on the tables that exist. Empty if it has them. Takes
 * away what was granted beyond them.
 */
export async function missingGrants(
  query: RunQuery,
  { account, tables, queueSchema }: ServicePrivileges,
): Promise<string[]> {
  const found = await readGranted(query, { account, tables: Object.keys(tables) });
  const schemas = await readGrantedSchemas(query, { account, queueSchema });
  const { schema, usesSchema, closedFunctions, strayFunctions } = schemas;
  const isQueueOpen = schemas.usesQueue && schemas.closedQueueTables === 0 && schemas.hasQueueDefaults;
  return [
    ...(usesSchema ? [] : [grantSchemaLine(schema, account)]),
    ...found.flatMap((table) => linesFor(table, tables, account)),
    ...strayFunctions.map((name) => fixPathLine(name, schema)),
    ...schemas.openFunctions.map(closeFunctionLine),
    ...closedFunctions.map((name) => grantFunctionLine(name, account)),
    ...(schemas.hasQueue && !isQueueOpen ? grantQueueLines(queueSchema, account) : []),
  ];
}

function linesFor(table: GrantedTable, tables: TablePrivileges, account: string): string[] {
  const { name, root, granted, sequences } = table;
  // Statements name the partitioned table. A partition needs no privileges of its own.
  const wanted = name === root ? parted(tables[root]!, ['SELECT']) : NOTHING;
  const missing = wanted.privileges.filter((one) => !granted.includes(one));
  const missingColumns = wanted.columns.filter((one) => !table.columns.includes(one));
  const surplus = granted.filter((one) => !wanted.privileges.includes(one));
  const surplusColumns = table.columns.filter((one) => !wanted.columns.includes(one));
  const lines: string[] = [];
  // A privilege on the whole table is taken away first, because that takes it from the columns, too.
  if (surplus.length > 0) lines.push(revokeLine(surplus.join(', '), name, account));
  if (table.others.length > 0) lines.push(revokeLine(table.others.join(', '), name, account));
  if (surplusColumns.length > 0) lines.push(revokeLine(onColumns('UPDATE', surplusColumns), name, account));
  const columns = (surplus.includes('UPDATE') ? wanted.columns : missingColumns).filter((one) =>
    table.existing.includes(one),
  );
  const privileges = table.others.length > 0 ? wanted.privileges : missing;
  const what = [...privileges, ...(columns.length > 0 ? [onColumns('UPDATE', columns)] : [])];
  if (what.length > 0) lines.push(grantLine(what.join(', '), name, account));
  if (!wanted.privileges.includes('INSERT')) return lines;
  return [
    ...lines,
    ...sequences.filter(({ isUsable }) => !isUsable).map((one) => grantSequenceLine(one.name, account)),
  ];
}

interface PartedPrivileges {
  /** Privileges on the whole table. */
  privileges: string[];
  /** Columns with UPDATE. */
  columns: readonly string[];
}

const NOTHING: PartedPrivileges = { privileges: [], columns: [] };

function parted(declared: readonly TablePrivilege[], besides: readonly string[] = []): PartedPrivileges {
  return {
    privileges: [...besides, ...declared.filter((one) => typeof one === 'string')],
    columns: declared.flatMap((one) => (typeof one === 'string' ? [] : one.columns)),
  };
}

/**
 * Finds the powers of an account over the service's tables that the service doesn't need.
 * @param account null for the account of the connection
 */
export function findExcess(query: RunQuery, tables: TablePrivileges, account: string | null = null): Promise<Excess> {
  return readExcess(query, account, declaredIn(tables));
}

const declaredIn = (tables: TablePrivileges, besides: readonly string[] = []) =>
  Object.entries(tables).map(([table, privileges]) => ({ table, ...parted(privileges, besides) }));

/** Sentence about the privileges that the account of the connection lacks. Null if it has all of them. */
export async function lackingSentence(
  query: RunQuery,
  { account, tables, queueSchema }: ServicePrivileges,
): Promise<string | null> {
  const lacking = await readLacking(query, queueSchema, declaredIn(tables, ['SELECT']));
  if (lacking.length === 0) return null;
  return `The database account ${account} of the service lacks privileges: ${listed(lacking)}`;
}

/** Maximum number of privileges that a sentence lists. */
const MOST_LISTED = 3;

function listed(privileges: readonly string[]): string {
  const more = privileges.length - MOST_LISTED;
  return `${privileges.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Describes the powers that an account shouldn't have. Null if it has none. */
export function excessSentence({ account, isSuperuser, isOwner, privileges, createsObjects }: Excess): string | null {
  if (isSuperuser) return `The database account ${account} of the service is a superuser`;
  if (isOwner) return `The database account ${account} of the service owns its tables`;
  if (privileges.length > 0)
    return `The database account ${account} of the service has privileges it doesn't need: ${listed(privileges)}`;
  if (createsObjects) return `The database account ${account} of the service can create objects in its schema`;
  return null;
}

/**
 * Checks that an entity's table is declared, so that the service's account gets what it needs.
 * @throws Error that names the tables
 */
export function assertDeclared(tables: TablePrivileges, names: readonly string[]): void {
  const lacking = names.filter((name) => !Object.hasOwn(tables, name));
  if (lacking.length > 0) throw new Error(`Declare the tablePrivileges of ${lacking.join(', ')} in their feature.`);
}
