import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Children } from '../child.ts';
import { statOf, TICK_MS } from '../process-stat.ts';

/** Resources used since the processes started. */
export interface Usage {
  serviceMs: number;
  databaseMs: number;
  statements: number;
  /** Bytes of the write-ahead log. */
  walBytes: number;
  /** Bytes in tables, indexes and the storage folder. */
  keptBytes: number;
}

/** Reads the resources that a service and its PostgreSQL use. */
export class UsageMeter {
  readonly #children: Children;
  readonly #url: string;
  readonly #database: pg.Client;
  readonly #storage: string;
  readonly #postmaster: number;

  private constructor(children: Children, url: string, database: pg.Client, storage: string, postmaster: number) {
    this.#children = children;
    this.#url = url;
    this.#database = database;
    this.#storage = storage;
    this.#postmaster = postmaster;
  }

  static async open(options: {
    children: Children;
    url: string;
    /** URL of a superuser, for the database of the service. */
    databaseUrl: string;
    storage: string;
  }): Promise<UsageMeter> {
    const database = new pg.Client({ connectionString: options.databaseUrl });
    await database.connect();
    await database.query('create extension if not exists pg_stat_statements');
    const { rows } = await database.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    const postmaster = Number(readFileSync(path.join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return new UsageMeter(options.children, options.url, database, options.storage, postmaster);
  }

  async read(): Promise<Usage> {
    const { rows } = await this.#database.query<{ statements: string; wal: string; kept: string }>(
      `select (select coalesce(sum(calls), 0) from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())) as statements,
         pg_current_wal_insert_lsn() - '0/0' as wal, pg_database_size(current_database()) as kept`,
    );
    const { statements, wal, kept } = rows[0]!;
    return {
      serviceMs: this.#children.useOf(this.#url).processorMs,
      databaseMs: processorMsOfTree(this.#postmaster),
      statements: Number(statements),
      walBytes: Number(wal),
      keptBytes: Number(kept) + folderBytes(this.#storage),
    };
  }

  async close(): Promise<void> {
    await this.#database.end();
  }
}

/** Computes each member. */
export function usageBy(of: (member: keyof Usage) => number): Usage {
  return {
    serviceMs: of('serviceMs'),
    databaseMs: of('databaseMs'),
    statements: of('statements'),
    walBytes: of('walBytes'),
    keptBytes: of('keptBytes'),
  };
}

export function difference(after: Usage, before: Usage): Usage {
  return usageBy((member) => after[member] - before[member]);
}

/** Processor time of PostgreSQL: its first process with those that have ended, and all running ones. */
function processorMsOfTree(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (!fields) continue;
    const isPostmaster = Number(name) === postmaster;
    if (isPostmaster) ticks += Number(fields[13]) + Number(fields[14]);
    if (isPostmaster || Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MS;
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(path.join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}
