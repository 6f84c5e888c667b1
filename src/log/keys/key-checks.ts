import { ConfigError } from '../../platform/config/config.ts';
import type { StartCheck } from '../../platform/config/start-check.ts';
import { secretFile } from '../../platform/encryption/secrets.ts';
import { equalBytes } from '../../proof/bytes.ts';
import { formatVerifierKey } from '../../proof/note.ts';
import { type CheckpointSigner, LOG_KEY_FILE } from '../log-key.ts';
import type { TransparencyLog } from '../transparency-log.ts';
import type { SealKeys } from './seal-keys.ts';
import { SEAL_KEY } from './signer.ts';

/**
 * Rejects a start with a seal key that isn't registered while other keys are in use, because no verifier would trust its seals.
 */
export function sealKeyCheck(keys: SealKeys, dataDir: string, isGiven: boolean): StartCheck {
  const source = isGiven ? 'SEAL_PRIVATE_KEY' : secretFile(dataDir, SEAL_KEY.file);
  return {
    name: 'seal key',
    async assert({ makes }) {
      const unknown = await keys.findUnknownKey({ admitsFirst: makes });
      if (!unknown) return;
      throw new ConfigError([
        `SEAL_PRIVATE_KEY: the key from ${source} is ${unknown.own}, but this service seals with ${unknown.inUse.join(', ')}. ` +
          'Start with that key; other processes or a backup have it. To admit the new key, run with the same settings: ' +
          'imprimatur admit-seal-key',
      ]);
    },
  };
}

/** Rejects a start with a key that isn't the log's, because checkpoints signed with it would be invalid. */
export function logKeyCheck(
  log: TransparencyLog,
  checkpointSigner: (origin: string) => CheckpointSigner,
  dataDir: string,
  isGiven: boolean,
): StartCheck {
  const source = isGiven ? 'LOG_PRIVATE_KEY' : secretFile(dataDir, LOG_KEY_FILE);
  return {
    name: 'log key',
    async assert({ makes }) {
      const known = await log.known({ opensFirst: makes });
      if (!known) return;
      const { key } = checkpointSigner(known.key.name);
      if (equalBytes(key.publicKey, known.key.publicKey)) return;
      throw new ConfigError([
        `LOG_PRIVATE_KEY: the key from ${source} is ${formatVerifierKey(key)}, but the log was created with ` +
          `${formatVerifierKey(known.key)}. Start with that key; other processes or a backup have it. If it is lost, ` +
          'replace the log with a new one: imprimatur succeed-log NAME',
      ]);
    },
  };
}
