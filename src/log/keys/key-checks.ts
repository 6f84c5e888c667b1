import { ConfigError } from '../../platform/config/config.ts';
import type { StartCheck } from '../../platform/config/start-check.ts';
import { secretFile } from '../../platform/encryption/secrets.ts';
import { equalBytes } from '../../proof/bytes.ts';
import { formatVerifierKey } from '../../proof/note.ts';
import { type CheckpointSigner, LOG_KEY_FILE } from '../log-key.ts';
import type { TransparencyLog } from '../transparency-log.ts';
import type { SealKeys } from './seal-keys.ts';
import { SEAL_KEY_FILE } from './signer.ts';

/** A seal that is signed with a key that nobody admitted would be one that nobody should trust. */
export function sealKeyCheck(keys: SealKeys, dataDir: string, isGiven: boolean): StartCheck {
  const source = isGiven ? 'SEAL_PRIVATE_KEY' : secretFile(dataDir, SEAL_KEY_FILE);
  return {
    name: 'seal key',
    async assert({ makes }) {
      const strange = await keys.strange({ admitsFirst: makes });
      if (!strange) return;
      throw new ConfigError([
        `SEAL_PRIVATE_KEY: the key from ${source} is ${strange.own}, and this service seals with ${strange.inUse.join(', ')}. ` +
          'Start with that one: other processes or a backup have it. If it is to be a new one of this service, say so: ' +
          'imprimatur admit-seal-key, with the same settings',
      ]);
    },
  };
}

/** What another key than the log's signs is a checkpoint of no log. */
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
        `LOG_PRIVATE_KEY: the key from ${source} is that of ${formatVerifierKey(key)}, and the log was opened with the one ` +
          `of ${formatVerifierKey(known.key)}. Start with that one: other processes or a backup have it. If it is lost for ` +
          'good, open another log in the place of this one: imprimatur succeed-log NAME',
      ]);
    },
  };
}
