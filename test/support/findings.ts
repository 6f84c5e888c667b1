import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import type { Api } from './api.ts';
import { contextOn } from './context.ts';

/** What an integrity check of the service finds, without repairing anything. */
export async function findingsOf({ services }: Pick<Api, 'services'>, name: string): Promise<IntegrityFinding[]> {
  const findings: IntegrityFinding[] = [];
  const check = services.checks.find((one) => one.name === name);
  if (!check) throw new Error(`There is no check ${name}.`);
  await check.run({
    ctx: contextOn(services.platform.database),
    repairs: false,
    deletes: false,
    isOver: () => false,
    count: () => {},
    progress: () => {},
    found: (one) => void findings.push(one),
  });
  return findings;
}
