import type { EntityManager } from '@mikro-orm/postgresql';
import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import type { CodedTableName } from './coded-row.sql.ts';
import { type CodedRow, codedRows } from './coded-tables.ts';
import type { OperatorCodes } from './operator-codes.ts';
import { readRecordedVersion } from './recorded-version.sql.ts';

const ACCOUNT_CHANGED =
  'The operator’s address, roles, state or ways to sign in were changed outside of the service, so the operator is refused. ' +
  'Check them, then run: imprimatur admit-operator EMAIL';
const ACCOUNT_RESTORED =
  'The roles or the state of the operator were set back to earlier ones outside of the service: the audit trail records a later version. ' +
  'Disable the operator until you have found out why.';
const CREDENTIAL_CHANGED = 'The row was inserted or changed outside of the service, and is refused.';

/** Integrity check: operators, sessions, links, invitations and tokens are as the service has stored them. */
export const codesCheck = (codes: OperatorCodes): IntegrityCheck => ({
  name: 'operators',
  async run({ ctx, count, found, isOver }) {
    const { em } = ctx.fork();
    for await (const { table, row } of codedRows(em)) {
      if (isOver()) return false;
      count('operators and their credentials', 1);
      const fault = row.isProven(codes) ? await restoredFault(em, table, row) : changedFault(table);
      if (fault) found({ ...fault, rows: [`${table} ${row.id}`], repair: null });
    }
    return true;
  },
});

const changedFault = (table: CodedTableName) =>
  table === 'operator'
    ? { kind: 'OPERATOR_CHANGED', what: ACCOUNT_CHANGED }
    : { kind: 'CREDENTIAL_CHANGED', what: CREDENTIAL_CHANGED };

/** A valid code also fits an earlier row, which someone has copied and restored. The audit trail still has the later version. */
async function restoredFault(em: EntityManager, table: CodedTableName, { id, version }: CodedRow) {
  const recorded = table === 'operator' ? await readRecordedVersion(em, id) : null;
  return recorded !== null && version !== undefined && recorded > version
    ? { kind: 'OPERATOR_RESTORED', what: ACCOUNT_RESTORED }
    : null;
}
