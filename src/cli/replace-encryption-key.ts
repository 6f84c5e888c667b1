import { FEATURES } from '../features.ts';
import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { replaceCanary } from '../platform/encryption/encryption-canary.ts';
import { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { rewrapAll } from '../platform/encryption/rewrap.ts';

/**
 * Goes on with the key of these settings. With the one that was in use until now, all that is kept encrypted is brought along;
 * without it, that one is lost for good, and what it encrypted with it.
 */
export function replaceEncryptionKey(shell: CommandEnvironment): Promise<void> {
  const { encryptionKey, encryptionKeySource, previousEncryptionKey } = shell.config;
  return shell.withDatabase(async (ctx) => {
    const next = new EnvelopeEncryption(encryptionKey);
    let told = 'Texts and secrets that another key encrypted cannot be read; set such secrets anew.\n';
    if (previousEncryptionKey) {
      const columns = FEATURES.flatMap((feature) => ('enveloped' in feature && feature.enveloped) || []);
      const count = await rewrapAll(ctx, columns, new EnvelopeEncryption(previousEncryptionKey), next);
      told = `${count} texts and secrets were encrypted anew.\n`;
    }
    await replaceCanary(ctx.database, next);
    process.stdout.write(
      `Every process has to be started with the key from ${encryptionKeySource} from now on.\n${told}`,
    );
  });
}
