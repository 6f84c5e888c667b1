import { type Api, DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY } from '../support/api.ts';
import { type CommandResult, imprimatur } from '../support/command.ts';

/** The command beside a service, on the same database and store. */
export const integrity = (api: Api, ...args: string[]): Promise<CommandResult> =>
  imprimatur(['integrity', ...args], {
    DATABASE_URL: api.database.url,
    DATA_DIR: api.dataDir,
    LOG_PRIVATE_KEY,
    SEAL_PRIVATE_KEY,
    DECISION_PRIVATE_KEY,
  });

interface Report {
  result: string;
  checks: { name: string; isComplete: boolean }[];
  looked: Record<string, number>;
  counts: Record<string, { found: number; repaired: number }>;
  findings: { kind: string; what: string; rows: string[]; repair: string | null }[];
}

/** What it says as JSON. */
export async function reportOf(api: Api, ...args: string[]): Promise<Report & { code: number | null }> {
  const { code, stdout, stderr } = await integrity(api, '--json', ...args);
  if (stdout === '') throw new Error(stderr);
  return { code, ...JSON.parse(stdout) };
}
