const rules = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** Forms of a noun or sentence by plural category. `#` is replaced by the count. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form for a count, e.g. `plural(3, { one: '# run', other: '# runs' })` is "3 runs". */
export function plural(count: number, forms: PluralForms): string {
  return (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
}

/** Formats a count with its noun: `1 link`, `3 links`. */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  plural(count, { one: `# ${one}`, other: `# ${many}` });
