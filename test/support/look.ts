import type { Finding, IntegrityCheck } from '../../src/platform/integrity.ts';
import type { Api } from './api.ts';
import { contextOn } from './context.ts';

/** What the checks of these names find, in this process; they are through when it returns. */
export async function look(api: Api, names: readonly string[], { repairs = false } = {}): Promise<Finding[]> {
  const findings: Finding[] = [];
  const isNamed = ({ name }: IntegrityCheck) => names.includes(name);
  for (const check of api.services.checks.filter(isNamed)) {
    await check.run({
      ctx: contextOn(api.services.platform.database),
      repairs,
      isOver: () => false,
      found: (finding) => findings.push(finding),
      count: () => {},
      progress: () => {},
    });
  }
  return findings;
}
