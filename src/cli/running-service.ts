import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localUrl } from '../platform/config/addresses.ts';
import { type Config, DEFAULT_PORT } from '../platform/config/config.ts';
import { identityOf, isRunning, isSame, type ProcessIdentity } from '../platform/database/process-table.ts';

interface RunningService {
  process: ProcessIdentity;
  publicUrl: string;
  /** Inode of DATA_DIR, to detect that the record was copied with the folder. Older releases omit it. */
  inode?: number;
}

const fileIn = (dataDir: string) => path.join(dataDir, 'service.json');

/**
 * Records in DATA_DIR the URL at which this process accepts requests, so that commands print working links. If several processes
 * share a folder, the last one to start is recorded.
 * @returns a function that removes the record, unless another process has replaced it
 */
export function recordService({ dataDir }: Pick<Config, 'dataDir'>, publicUrl: string): () => void {
  const service: RunningService = {
    process: identityOf(process.pid),
    publicUrl,
    inode: statSync(dataDir).ino,
  };
  writeFileSync(fileIn(dataDir), `${JSON.stringify(service)}\n`, { mode: 0o600 });
  return () => {
    const recorded = recordedIn(dataDir);
    if (recorded && isSame(recorded.process, service.process)) rmSync(fileIn(dataDir), { force: true });
  };
}

/** URL of the service of this DATA_DIR: PUBLIC_URL, else the recorded URL of a running process, else the URL of HOST and PORT. */
export function serviceUrl(config: Pick<Config, 'dataDir' | 'givenPublicUrl' | 'host' | 'port'>): string {
  if (config.givenPublicUrl !== null) return config.givenPublicUrl;
  const recorded = recordedIn(config.dataDir);
  if (recorded && isRunning(recorded.process)) return recorded.publicUrl;
  return localUrl(config.host, config.port || DEFAULT_PORT);
}

/**
 * Reads the record of the process that was started last. Null if the record doesn't exist, if a full disk truncated it, or if
 * the folder is a copy.
 */
function recordedIn(dataDir: string): RunningService | null {
  try {
    const recorded = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunningService;
    const { inode = statSync(dataDir).ino } = recorded;
    return inode === statSync(dataDir).ino ? recorded : null;
  } catch {
    return null;
  }
}
