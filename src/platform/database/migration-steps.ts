import { Migration } from '@mikro-orm/migrations';
import { addCheck, type BackfilledRows, renameIndex } from './migration.sql.ts';

/** Statements that run in one short transaction. They lock at most one table that can be in use. */
interface ChangeStep {
  kind: 'change';
  statements: readonly string[];
}

/** An index that is built while its table is read and written. */
interface BuildIndex {
  kind: 'index';
  name: string;
  text: string;
}

interface DropIndex {
  kind: 'drop index';
  name: string;
}

/** Checks existing rows against a constraint that was added as NOT VALID, while the table is read and written. */
interface Validate {
  kind: 'validate';
  table: string;
  constraint: string;
}

/** Rows of a table that are updated in batches, in the order of a key. */
interface Backfill extends BackfilledRows {
  kind: 'backfill';
}

/** Updates the planner's statistics of new columns before PostgreSQL would do so by itself. */
interface Analyze {
  kind: 'analyze';
  table: string;
}

export type Step = ChangeStep | BuildIndex | DropIndex | Validate | Backfill | Analyze;

export const change = (...statements: string[]): Step => ({ kind: 'change', statements });

/**
 * Step that builds an index. @param text `create index "name" on …` or `create unique index "name" on …`: the runner adds
 * `concurrently`
 */
export function index(text: string): Step {
  const name = /^create (?:unique )?index "(\w+)" on /.exec(text)?.[1];
  if (!name)
    throw new Error(
      `The statement must begin with create [unique] index "name" on, so that the index can be built concurrently: ${text}`,
    );
  return { kind: 'index', name, text };
}

export const dropIndex = (name: string): Step => ({ kind: 'drop index', name });

/** Steps that replace an index by another one with its name. The old index is used until the new one is built. */
export function replaceIndex(name: string, text: string): Step[] {
  const next = `${name}_next`;
  return [index(text.replace(`"${name}"`, `"${next}"`)), dropIndex(name), change(renameIndex(next, name))];
}

export const validate = (table: string, constraint: string): Step => ({ kind: 'validate', table, constraint });

export const backfill = (of: BackfilledRows): Step => ({ kind: 'backfill', ...of });

export const analyze = (table: string): Step => ({ kind: 'analyze', table });

/**
 * Steps that add a CHECK to a table with rows: first without checking existing rows, then checking them without blocking the
 * table. Replaces an existing CHECK with this name.
 */
export function check(table: string, name: string, expression: string): Step[] {
  return [change(addCheck(table, name, expression)), validate(table, name)];
}

/**
 * A migration of several steps, each committed on its own, for tables that are in use while it runs. An interrupted migration
 * resumes after its last step or batch.
 */
export abstract class SteppedMigration extends Migration {
  abstract steps(): Step[];

  override up(): never {
    throw new Error('This migration has several steps. Run it with `imprimatur migrate`.');
  }
}
