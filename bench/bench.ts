import type { EmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import type { Children } from './child.ts';

/** What each benchmark gets: a database of its own and a place for what it starts. */
export interface Bench {
  postgres: EmbeddedPostgres;
  folder: string;
  children: Children;
  /** What it runs on and how busy that is at this moment. */
  machine(): string;
  isQuick: boolean;
  /** How many requests memory is watched over; null: it is not. */
  soak: number | null;
  /** Where the large banks are kept from one run to the next, whether they are, and a word of the rows that are asked for. */
  banks: { folder: string; isRemoved: boolean; rows: string };
}
