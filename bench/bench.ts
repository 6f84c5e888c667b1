import type { EmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import type { Children } from './child.ts';

/** Environment of a benchmark: its own database, a folder, and the processes that it starts. */
export interface Bench {
  postgres: EmbeddedPostgres;
  folder: string;
  children: Children;
  /** Describes the machine and its current load. */
  machine(): string;
  isQuick: boolean;
  /** Number of requests over which memory is measured. Null: not measured. */
  soak: number | null;
  /** Folder in which banks are kept between runs, true to delete them after use, and a word to select rows. */
  banks: { folder: string; isRemoved: boolean; rows: string };
}
