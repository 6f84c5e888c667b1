import type { Refusal } from './strict/index.ts';

/** Refusals by the rules of providers, in this process, since the last test ended. */
const unexpected: string[] = [];
const announced: { by: object; rule: string; isMet: boolean }[] = [];

/** From now until the test ends, a refusal by this rule is expected, and has to come. */
export function expectRefusal(by: object, rule: string): void {
  announced.push({ by, rule, isMet: false });
}

/** Notes that a stand-in refused a request. */
export function noteRefusal(by: object, name: string, { rule, offence }: Refusal): void {
  const expected = announced.filter((one) => one.by === by && one.rule === rule.name);
  for (const one of expected) one.isMet = true;
  if (expected.length > 0) return;
  unexpected.push(
    `${name} refused a request by the rule "${rule.name}" (${rule.says} Source: ${rule.source}) because of ${offence.at}: ${offence.message.trim()}`,
  );
}

/** Called when a test ends. @throws with every refusal that the test didn't announce, and every announced one that didn't come */
export function settleRefusals(): void {
  const missing = announced
    .filter(({ isMet }) => !isMet)
    .map(({ rule }) => `No request was refused by the rule "${rule}", though the test announced it.`);
  const all = [...new Set([...unexpected, ...missing])];
  unexpected.length = 0;
  announced.length = 0;
  if (all.length > 0) throw new Error(all.join('\n'));
}
