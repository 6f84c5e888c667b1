import type { Finding } from './rules.ts';

/** Passages that break a rule and stay as they are, each with its reason. Code in backticks is written as `code`. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Does not say that its issuer wrote, read or approved the content. Who handed it in stands in the statement, as far as it is known.':
    'Part of the signed statement of each seal.',
  'Does not say that nobody had it before.': 'Part of the signed statement of each seal.',
};

/** Returns the findings that no exception covers, and the exceptions that no finding needs. */
export function withoutExceptions(
  findings: readonly Finding[],
  exceptions: Readonly<Record<string, string>>,
): { open: Finding[]; unused: string[] } {
  const open = findings.filter(({ text }) => !(text in exceptions));
  const excepted = new Set(findings.map(({ text }) => text));
  return { open, unused: Object.keys(exceptions).filter((text) => !excepted.has(text)) };
}
