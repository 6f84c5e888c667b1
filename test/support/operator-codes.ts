import { Accounts } from '../../src/operators/codes/accounts.ts';
import { type CodedTableName, updateRowCode } from '../../src/operators/codes/coded-row.sql.ts';
import { CODED_TABLES, codedRows } from '../../src/operators/codes/coded-tables.ts';
import type { Api } from './api.ts';

type CodingApi = Pick<Api, 'services'>;

export const accountsOf = ({ services }: CodingApi) => new Accounts(services.platform.config.encryptionKey);

/** Gives a row that a test has written the code that the service would have given it. */
export async function codeRow(api: CodingApi, table: CodedTableName, id: string): Promise<void> {
  const em = api.services.platform.database.orm.em.fork();
  const { read } = CODED_TABLES.find(({ name }) => name === table)!;
  const rows = await read(em, id.slice(0, -1));
  const row = rows.find((one) => one.id === id);
  if (row) await updateRowCode(em, table, id, row.codeBy(accountsOf(api).codes));
}

/** Gives all rows that tests have written or changed their codes. */
export async function codeRows(api: CodingApi): Promise<void> {
  const { codes } = accountsOf(api);
  const em = api.services.platform.database.orm.em.fork();
  for await (const { table, row } of codedRows(em)) {
    if (!row.isProven(codes)) await updateRowCode(em, table, row.id, row.codeBy(codes));
  }
}

/** Runs a statement on an operator’s rows, as the service would: with the codes of what it has changed. */
export async function changeOperators(
  api: Pick<Api, 'services' | 'database'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await api.database.query(text, [...values]);
  await codeRows(api);
}
