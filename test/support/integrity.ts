import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import type { Api } from './api.ts';
import { contextOn } from './context.ts';

/** What one of the checks of `integrity` finds, without repairs. */
export async function findingsOf({ services }: Pick<Api, 'services'>, name: string): Promise<IntegrityFinding[]> {
  const findings: IntegrityFinding[] = [];
  await services.checks
    .find((check) => check.name === name)!
    .run({
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
