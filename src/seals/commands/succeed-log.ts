import { isHostName, LocalCheckpointSigner, LocalSigner, logConfig, succeedLog } from '../../log/index.ts';
import type { Shell } from '../../platform/command-line/command.ts';
import { UsageError } from '../../platform/command-line/exit.ts';
import { forgetUnpublished } from '../seal-status.repository.ts';

/** Opens a new log in the place of a frozen one. @throws UsageError for what cannot name a log */
export function succeedFrozenLog(shell: Shell, origin: string): Promise<void> {
  if (!isHostName(origin)) throw new UsageError('A log is named like a host, e.g. log2.seals.example.org.');
  const { dataDir } = shell.config;
  const { sealPrivateKeyPem, logPrivateKeyPem } = shell.config.of(logConfig);
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
