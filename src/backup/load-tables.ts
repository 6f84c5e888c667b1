import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { RunQuery } from '../platform/database/migration.sql.ts';
import {
  type CopiedTable,
  copyInLine,
  createPartition,
  readTables,
  switchTriggers,
} from '../platform/database/table-copy.sql.ts';
import type { BackupPlace } from './backup-place.ts';
import { emptyTables, findForeignKeys, setSequences } from './load.sql.ts';
import type { Manifest, SchemaKind, TableFile } from './manifest.ts';
import { BackupChanged, readCompressed } from './stored-file.ts';

/** Tables of the queue that describe its installation, which belongs to this release. */
const OF_INSTALLATION: ReadonlySet<string> = new Set(['version', 'bam']);

export interface LoadOptions {
  client: Client;
  query: RunQuery;
  place: BackupPlace;
  manifest: Manifest;
  /** Names of the schemas in the restored database. */
  schemas: Readonly<Record<SchemaKind, string>>;
  signal: AbortSignal;
}

/**
 * Loads the rows of a backup into new tables, in the open transaction of the connection. Triggers and foreign keys are off
 * meanwhile, and foreign keys are checked at the end.
 * @throws BackupChanged if a file isn't the one in the manifest
 */
export async function loadTables({ client, query, place, manifest, schemas, signal }: LoadOptions): Promise<void> {
  for (const one of manifest.partitions) {
    // pg-boss makes the partitions of its queues itself.
    if (one.schema === 'SERVICE') await createPartition(query, schemas.SERVICE, one);
  }
  const names = [schemas.SERVICE, schemas.QUEUE];
  const there = await readTables(query, names);
  const loads = manifest.tables.flatMap((file) => {
    const target = targetOf(file, there, schemas);
    return target ? [{ file, target }] : [];
  });
  const foreignKeys = await findForeignKeys(query, names);
  await switchTriggers(query, there, 'disable');
  for (const { drop } of foreignKeys) await query(drop);
  await emptyTables(
    query,
    loads.map(({ target }) => target),
  );
  for (const { file, target } of loads) {
    signal.throwIfAborted();
    const stream = client.query(copyFrom(copyInLine({ ...target, columns: file.columns })));
    await pipeline(readCompressed(place, file), stream);
    if (stream.rowCount !== file.rows) {
      throw new BackupChanged(`${file.file} has ${stream.rowCount} rows instead of ${file.rows}.`);
    }
  }
  await switchTriggers(query, there, 'enable');
  for (const { add } of foreignKeys) await query(add);
  await setSequences(query, names);
}

/**
 * The table that takes a file's rows. Null for tables that describe the installation of the queue.
 * @throws BackupChanged if this release has no such table or column
 */
function targetOf(file: TableFile, there: readonly CopiedTable[], schemas: LoadOptions['schemas']): CopiedTable | null {
  if (file.schema === 'QUEUE' && OF_INSTALLATION.has(file.name)) return null;
  const target = there.find(({ schema, name }) => schema === schemas[file.schema] && name === file.name);
  const unknown = file.columns.filter((column) => !target?.columns.includes(column));
  if (target && unknown.length === 0) return target;
  const what = target ? `no column ${unknown.join(', ')} in the table ${file.name}` : `no table ${file.name}`;
  throw new BackupChanged(`This release has ${what}, which the backup has rows of.`);
}
