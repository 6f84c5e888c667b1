import { ConfigError } from '../../platform/config/config.ts';
import type { StartCheck } from '../../platform/config/start-check.ts';
import { secretFile } from '../../platform/encryption/secrets.ts';
import { DurableFile } from '../../platform/storage/durable-file.ts';
import { DECISION_KEY, type DecisionKeys } from './decision-keys.ts';
import { recordBaseline } from './record-baseline.ts';

/**
 * Rejects a start with a decision key that isn’t registered, because other processes would refuse what it signs. The first start
 * registers its key, and signs the requests and decisions that were stored before. A file outside the database remembers it: if the
 * database has no decision keys although the file exists, rows were deleted, or an older backup was restored.
 */
export function decisionKeyCheck(keys: DecisionKeys, dataDir: string, isGiven: boolean): StartCheck {
  const source = isGiven ? DECISION_KEY.variable : secretFile(dataDir, DECISION_KEY.file);
  const remembered = new DurableFile(dataDir, 'log', 'decision-key-registered');
  return {
    name: 'decision key',
    async assert({ makes }) {
      const unknown = await keys.findUnknownKey({
        admitsFirst: makes
          ? async (em) => {
              // If the registered keys were deleted, the baseline would be signed again, with decisions that were forged since.
              if (remembered.read() !== null) throw new ConfigError([registrationLost(remembered.path)]);
              await recordBaseline(em, keys);
            }
          : null,
      });
      // Also on a machine whose key another process has registered.
      if (!unknown && makes && remembered.read() === null) await remembered.write(`${keys.keyId}\n`);
      if (!unknown) return;
      throw new ConfigError([
        `${DECISION_KEY.variable}: the key from ${source} is ${unknown.own}, but this service signs decisions with ${unknown.inUse.join(', ')}. ` +
          'Start with that key; other processes or a backup have it. To replace it, run with the same settings: ' +
          `imprimatur admit-decision-key --previous ${unknown.inUse.join(',')}`,
      ]);
    },
  };
}

const registrationLost = (file: string) =>
  `${DECISION_KEY.variable}: this machine registered its decision key before, but the database has no decision keys. ` +
  'Someone deleted them, or a backup of an earlier version was restored. If you restored such a backup and trust the ' +
  `approvals in it, delete ${file} and start again.`;
