import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { forEachCodedRow } from './coded-tables.ts';
import type { OperatorCodes } from './operator-codes.ts';

const ACCOUNT_CHANGED =
  'The operator’s address, roles, state or ways to sign in were changed outside of the service, so the operator is refused. ' +
  'Check them, then run: imprimatur admit-operator EMAIL';
const CREDENTIAL_CHANGED = 'The row was inserted or changed outside of the service, and is refused.';

/** Integrity check: operators, sessions, links, invitations and tokens are as the service has stored them. */
export const codesCheck = (codes: OperatorCodes): IntegrityCheck => ({
  name: 'operators',
  async run({ ctx, count, found, isOver }) {
    let isComplete = true;
    await forEachCodedRow(ctx.fork().em, (table, row) => {
      if (isOver()) isComplete = false;
      if (!isComplete) return;
      count('operators and their credentials', 1);
      if (row.isProven(codes)) return;
      const isAccount = table === 'operator';
      found({
        kind: isAccount ? 'OPERATOR_CHANGED' : 'CREDENTIAL_CHANGED',
        what: isAccount ? ACCOUNT_CHANGED : CREDENTIAL_CHANGED,
        rows: [`${table} ${row.id}`],
        repair: null,
      });
    });
    return isComplete;
  },
});
