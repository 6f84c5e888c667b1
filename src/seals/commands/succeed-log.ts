import type { Shell } from '../../platform/command-line/command.ts';
import { LocalSigner } from '../../log/keys/signer.ts';
import { LocalCheckpointSigner } from '../../log/log-key.ts';
import { succeedLog } from '../../log/succession.ts';
import { sealsConfig } from '../../log/log.config.ts';
import { forgetUnpublished } from '../seal-status.repository.ts';

/** Opens a new log in the place of a frozen one. */
export function succeedFrozenLog(shell: Shell, origin: string): Promise<void> {
  const { dataDir } = shell.config;
  const { sealPrivateKeyPem, logPrivateKeyPem } = shell.config.of(sealsConfig);
  return shell.withDatabase(async ({ database }) => {
    const { log, key } = await succeedLog({
      database,
      signer: LocalSigner.open(dataDir, sealPrivateKeyPem),
      checkpointSigner: (name) => LocalCheckpointSigner.open(dataDir, name, logPrivateKeyPem),
      origin,
      dataDir,
      forgetUnpublished,
    });
    process.stdout.write(
      `Log ${log}, ${key.name}, is open. Restart every process; tell your witnesses and auditors.\n`,
    );
  });
}
