import { ConfigError } from '../../platform/config/config.ts';
import type { StartCheck } from '../../platform/config/start-check.ts';
import { lockName } from '../../platform/database/advisory-lock.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { DurableFile } from '../../platform/storage/durable-file.ts';
import { baselineState, recordBaseline } from './code-baseline.ts';
import { storeMissingCodes } from './coded-tables.ts';
import type { OperatorCodes } from './operator-codes.ts';

/** Name of the lock that makes processes record the baseline one after the other. */
const LOCK = 'operator codes';

/**
 * The first start computes the codes of the rows that were stored before rows had codes, once. A file outside the database
 * remembers it, so that someone who deletes the record and the codes doesn’t get new codes for changed rows.
 */
export function codeBaselineCheck(database: Database, codes: OperatorCodes, dataDir: string): StartCheck {
  const remembered = new DurableFile(dataDir, 'log', 'operator-codes-recorded');
  return {
    name: 'codes of operators',
    async assert({ makes }) {
      const isRemembered = remembered.read() !== null;
      const state = await database.transactional(async (em) => {
        await lockName(em, LOCK);
        const found = await baselineState(em, codes);
        if (found !== 'MISSING' || isRemembered || !makes) return found;
        await storeMissingCodes(em, codes);
        await recordBaseline(em, codes);
        return 'PROVEN';
      });
      if (state === 'CHANGED') throw new ConfigError([BASELINE_CHANGED]);
      if (state === 'MISSING' && isRemembered) throw new ConfigError([baselineLost(remembered.path)]);
      if (state === 'PROVEN' && makes && !isRemembered) await remembered.write('recorded\n');
    },
  };
}

const BASELINE_CHANGED =
  'Operators: the record in operator_code_baseline wasn’t written with this ENCRYPTION_KEY. ' +
  'If the key is right, someone changed the record: restore the table operator_code_baseline from a backup.';

const baselineLost = (file: string) =>
  'Operators: this machine recorded before that all operators have their authentication codes, but the database has no such record. ' +
  'Someone deleted it, or a backup of an earlier version was restored. If you restored such a backup and trust the ' +
  `operators in it, delete ${file} and start again.`;
