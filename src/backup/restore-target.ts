import { verifierKeyIn } from '../log/index.ts';
import { type RunQuery, readMigrations } from '../platform/database/migration.sql.ts';
import { type CopiedTable, readTables } from '../platform/database/table-copy.sql.ts';
import { parseVerifierKey } from '../proof/note.ts';
import { countRows, findServiceConnections } from './load.sql.ts';
import type { WitnessedCheckpoint } from './log-verdict.ts';
import type { Manifest } from './manifest.ts';
import { findLogs, readSchema } from './snapshot.sql.ts';

/** The database into which a backup is to be restored, as it is now. */
export interface RestoreTarget {
  schema: string;
  /** Its tables, those of other programs included. */
  tables: readonly CopiedTable[];
  /** Migrations that it has. */
  migrations: readonly string[];
  /** Newest checkpoints of its logs. */
  checkpoints: readonly WitnessedCheckpoint[];
  /** Names of its logs, by number. */
  logNames: ReadonlyMap<number, string>;
  /** Tables in which it has more rows than the backup. */
  losses: readonly { table: string; rows: number; restored: number }[];
  /** Number of processes of the service that use it, or null if none does. */
  isInUse: boolean;
}

/** Database that isn't there yet. */
export const NO_DATABASE: RestoreTarget = {
  schema: 'public',
  tables: [],
  migrations: [],
  checkpoints: [],
  logNames: new Map(),
  losses: [],
  isInUse: false,
};

export async function readTarget(
  query: RunQuery,
  { manifest, migrationTable }: { manifest: Manifest; migrationTable: string },
): Promise<RestoreTarget> {
  const schema = await readSchema(query);
  if (schema === null) return NO_DATABASE;
  const tables = await readTables(query, [schema]);
  const logs = tables.some(({ name }) => name === 'log_state') ? await findLogs(query) : [];
  const losses: { table: string; rows: number; restored: number }[] = [];
  for (const table of tables) {
    const backedUp = manifest.tables.find((one) => one.schema === 'SERVICE' && one.name === table.name);
    if (!backedUp) continue;
    const rows = await countRows(query, table);
    if (rows > backedUp.rows) losses.push({ table: table.name, rows, restored: backedUp.rows });
  }
  return {
    schema,
    tables,
    migrations: ((await readMigrations(query, migrationTable)) ?? []).map((one) => one.replace(/\.[jt]s$/, '')),
    checkpoints: logs.flatMap(({ log, published }) =>
      published === null ? [] : [{ log, note: published, source: 'the database that is replaced' }],
    ),
    logNames: new Map(logs.map(({ log, genesis }) => [log, parseVerifierKey(verifierKeyIn(genesis)).name])),
    losses,
    isInUse: (await findServiceConnections(query)).length > 0,
  };
}
