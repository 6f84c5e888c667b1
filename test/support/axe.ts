import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong in a page as it is shown now: each rule with the places that break it.
 * @param rules only these; left out: all of WCAG 2.2 A and AA, and axe's own good practice
 */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return (await page.evaluate(`
    axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ' ' + failureSummary)))
  `)) as string[];
}
