import type { ValueIssue } from '../errors/errors.ts';

const MAX_REASON_LENGTH = 2_000;

/** Lists the invalid input values of a publication, except those of the document. */
export function publicationIssues({ reason, ...versions }: { reason: string } & Record<string, unknown>): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (reason.trim() === '' || reason.length > MAX_REASON_LENGTH) {
    issues.push({ pointer: '/reason', detail: `\`reason\` must have 1 to ${MAX_REASON_LENGTH} characters.` });
  }
  for (const name of ['ifVersion', 'version']) {
    const version = versions[name];
    if (typeof version === 'number' && version < 1)
      issues.push({ pointer: `/${name}`, detail: 'A version number must be 1 or higher.' });
  }
  return issues;
}
