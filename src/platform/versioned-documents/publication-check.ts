import type { ValueIssue } from '../errors/errors.ts';

const MAX_REASON_LENGTH = 2_000;

/** What is wrong with what somebody says of a publication, the document apart. */
export function publicationIssues({ reason, ...versions }: { reason: string } & Record<string, unknown>): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (reason.trim() === '' || reason.length > MAX_REASON_LENGTH) {
    issues.push({ pointer: '/reason', detail: `Say why, in 1 to ${MAX_REASON_LENGTH} characters.` });
  }
  for (const name of ['basedOnVersion', 'version']) {
    const version = versions[name];
    if (typeof version === 'number' && version < 1)
      issues.push({ pointer: `/${name}`, detail: 'Versions count from 1.' });
  }
  return issues;
}
