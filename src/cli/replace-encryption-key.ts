import { FEATURES } from '../features.ts';
import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { replaceCanary } from '../platform/encryption/encryption-canary.ts';
import { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { rewrapAll } from '../platform/encryption/rewrap.ts';

/**
 * Makes the encryption key in the settings the one in use. With the previous key, re-encrypts all encrypted data. Without the
 * previous key, data encrypted with it is lost.
 */
export function replaceEncryptionKey(shell: CommandEnvironment): Promise<void> {
  const { encryptionKey, encryptionKeySource, previousEncryptionKey } = shell.config;
  return shell.withDatabase(
    async (ctx) => {
      const next = new EnvelopeEncryption(encryptionKey);
      let message =
        'Texts and secrets encrypted with another key can’t be read. Set these secrets again.\n' +
        'Operators are refused until they are admitted: imprimatur admit-operator --all\n';
      if (previousEncryptionKey) {
        const columns = FEATURES.flatMap((feature) => ('enveloped' in feature && feature.enveloped) || []);
        const count = await rewrapAll(ctx, columns, new EnvelopeEncryption(previousEncryptionKey), next);
        message = `${count} texts and secrets were re-encrypted.\n`;
      }
      await ctx.transactional(async ({ em }) => {
        for (const feature of FEATURES) {
          if ('recode' in feature) await feature.recode?.(em, previousEncryptionKey, encryptionKey);
        }
      });
      await replaceCanary(ctx.database, next);
      process.stdout.write(`Start every process with the key from ${encryptionKeySource} from now on.\n${message}`);
    },
    // Rewrites columns that never change otherwise.
    { account: 'OWNER' },
  );
}
