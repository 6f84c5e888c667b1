import type { Shell } from '../platform/command-line/command.ts';
import { replaceCanary } from '../platform/encryption-canary.ts';
import { EnvelopeEncryption } from '../platform/envelope-encryption.ts';

/** Goes on with the key of these settings, when the one in use is lost for good. */
export function replaceEncryptionKey(shell: Shell): Promise<void> {
  const { encryptionKey, encryptionKeySource } = shell.config;
  return shell.withDatabase(async ({ database }) => {
    await replaceCanary(database, new EnvelopeEncryption(encryptionKey));
    process.stdout.write(
      `Every process has to be started with the key from ${encryptionKeySource} from now on.\n` +
        'Texts and secrets that another key encrypted cannot be read; set such secrets anew.\n',
    );
  });
}
