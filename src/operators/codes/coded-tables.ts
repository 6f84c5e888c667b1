import type { EntityManager } from '@mikro-orm/postgresql';
import type { RowCodes, StoredCode } from '../../platform/encryption/row-codes.ts';
import { readOpenInvitations } from '../invitations/operator-invitation.sql.ts';
import { readLinks } from '../operator-link.sql.ts';
import { readSessions } from '../sign-in.sql.ts';
import { readTokens } from '../tokens/operator-token.sql.ts';
import { readAccounts } from './account.sql.ts';
import { type CodedTableName, updateRowCode } from './coded-row.sql.ts';
import type { OperatorCodes } from './operator-codes.ts';

/** A row with its stored authentication code. */
export interface CodedRow {
  readonly id: string;
  readonly code: StoredCode;
  /** Version of an operator. Undefined for other rows. */
  readonly version?: number;
  /** The code that the row would have with these keys. */
  codeBy(codes: OperatorCodes): Buffer;
  /** True if the stored code was computed with these keys for exactly this row. */
  isProven(codes: OperatorCodes): boolean;
}

/** A table whose rows have authentication codes. */
export interface CodedTable {
  readonly name: CodedTableName;
  /** Reads rows that someone could use, in the order of their ids, starting after the id `after`. */
  read(em: EntityManager, after: string): Promise<CodedRow[]>;
}

const BATCH = 200;

function codedTable<Row extends Pick<CodedRow, 'id' | 'version'>>(
  name: CodedTableName,
  codesIn: (codes: OperatorCodes) => RowCodes<Row>,
  read: (em: EntityManager, after: string, limit: number) => Promise<{ row: Row; code: StoredCode }[]>,
): CodedTable {
  return {
    name,
    async read(em, after) {
      return (await read(em, after, BATCH)).map(({ row, code }) => ({
        id: row.id,
        code,
        ...(row.version !== undefined && { version: row.version }),
        codeBy: (codes) => codesIn(codes).of(row),
        isProven: (codes) => codesIn(codes).verifies(row, code),
      }));
    },
  };
}

/** All tables whose rows have authentication codes. */
export const CODED_TABLES: readonly CodedTable[] = [
  codedTable(
    'operator',
    ({ accounts }) => accounts,
    async (em, after, limit) =>
      (await readAccounts(em, after, limit)).map(({ account, code }) => ({ row: account, code })),
  ),
  codedTable(
    'operator_session',
    ({ sessions }) => sessions,
    async (em, after, limit) =>
      (await readSessions(em, after, limit)).map(({ session, code }) => ({ row: session, code })),
  ),
  codedTable(
    'operator_link',
    ({ links }) => links,
    async (em, after, limit) => (await readLinks(em, after, limit)).map((row) => ({ row, code: row.code })),
  ),
  codedTable(
    'operator_invitation',
    ({ invitations }) => invitations,
    async (em, after, limit) => (await readOpenInvitations(em, after, limit)).map((row) => ({ row, code: row.code })),
  ),
  codedTable(
    'operator_token',
    ({ tokens }) => tokens,
    async (em, after, limit) => (await readTokens(em, after, limit)).map(({ token, code }) => ({ row: token, code })),
  ),
];

/** Reads the rows of all tables that someone could use. */
export async function* codedRows(em: EntityManager): AsyncGenerator<{ table: CodedTableName; row: CodedRow }> {
  for (const { name, read } of CODED_TABLES) {
    for (let after = ''; ; ) {
      const rows = await read(em, after);
      for (const row of rows) yield { table: name, row };
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
}

/** Stores the codes of all rows that have none. */
export async function storeMissingCodes(em: EntityManager, codes: OperatorCodes): Promise<void> {
  for await (const { table, row } of codedRows(em)) {
    if (row.code === null) await updateRowCode(em, table, row.id, row.codeBy(codes));
  }
}
