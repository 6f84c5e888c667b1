import { forgetLostAnchor } from '../../chain/index.ts';
import { isHostName, LocalCheckpointSigner, LocalSigner, logConfig, SEAL_KEY, succeedLog } from '../../log/index.ts';
import type { CommandEnvironment } from '../../platform/command-line/command.ts';
import { UsageError } from '../../platform/command-line/exit.ts';
import { forgetUnpublished } from '../seal-status.repository.ts';

/** Opens a new log that replaces a frozen one. @throws UsageError if `origin` isn't a host name */
export function succeedFrozenLog(shell: CommandEnvironment, origin: string): Promise<void> {
  if (!isHostName(origin))
    throw new UsageError(`${origin} isn’t a host name. Use a host name, e.g. log2.seals.example.org.`);
  const { dataDir } = shell.config;
  const { sealPrivateKeyPem, logPrivateKeyPem } = shell.config.of(logConfig);
  return shell.withDatabase(
    async ({ database, em }) => {
      const { log, key } = await succeedLog({
        database,
        signer: LocalSigner.open(dataDir, sealPrivateKeyPem, SEAL_KEY),
        checkpointSigner: (name) => LocalCheckpointSigner.open(dataDir, name, logPrivateKeyPem),
        origin,
        dataDir,
        forgetUnpublished,
      });
      process.stdout.write(
        `Log ${log}, ${key.name}, is open. Restart every process and inform your witnesses and auditors.\n`,
      );
      const lost = await forgetLostAnchor(em, dataDir);
      if (lost) process.stdout.write(`The chain ends before its last anchor, which is kept in ${lost}.\n`);
    },
    // Deletes status changes that were never published. The service never deletes any.
    { account: 'OWNER' },
  );
}
