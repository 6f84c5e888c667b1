import { formatCount } from '../../platform/text/plural.ts';
import { FindingKind, findAll, type NameList, TooManyFindings } from '../../redaction/index.ts';
import { PublishFindingKind } from '../publish-action.ts';
import { type TextFinder } from './text-finder.ts';

/**
 * Finds personal data with the redaction patterns, and reports kinds and counts, never values. The recipients' own addresses are
 * ignored, because the action needs them.
 */
export function personalData(targets: readonly string[], names: readonly NameList[]): TextFinder {
  const reached = new Set(targets.map((target) => target.toLowerCase()));
  return {
    kind: PublishFindingKind.PERSONAL_DATA,
    *find({ pointer, text }) {
      if (pointer.startsWith('/targets/') || reached.has(text.toLowerCase())) return;
      try {
        const counts = new Map<FindingKind, number>();
        for (const { kind, start, end } of findAll(text, names)) {
          if (reached.has(text.slice(start, end).toLowerCase())) continue;
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
        }
        const labels = [...counts].map(([kind, count]) => formatCount(count, ...NAMES[kind]));
        if (labels.length > 0) yield `Contains ${labels.join(', ')}.`;
      } catch (error) {
        if (!(error instanceof TooManyFindings)) throw error;
        yield 'Contains more personal data than can be counted.';
      }
    },
  };
}

const NAMES: Record<FindingKind, [one: string, many: string]> = {
  [FindingKind.EMAIL]: ['e-mail address', 'e-mail addresses'],
  [FindingKind.PHONE]: ['phone number', 'phone numbers'],
  [FindingKind.IBAN]: ['bank account number', 'bank account numbers'],
  [FindingKind.CARD]: ['payment card number', 'payment card numbers'],
  [FindingKind.NATIONAL_ID]: ['national identification number', 'national identification numbers'],
  [FindingKind.IP]: ['IP address', 'IP addresses'],
  [FindingKind.NAME]: ['name from the list of names', 'names from the list of names'],
};
