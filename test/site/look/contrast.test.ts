import { describe, expect, test } from 'vitest';
import { contrast } from '../../../src/site/look/contrast.ts';
import { CUSTOM_PROPERTIES } from '../../../src/site/look/custom-properties.ts';
import { COLOURS, EDGES, GROUNDS, INKS } from '../../../src/site/look/tokens.ts';

test('contrast is that of WCAG, whichever colour comes first', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#123456', '#123456')).toBe(1);
  // The lightest grey that passes on white, and the next one.
  expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5);
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colours = COLOURS[scheme];
  const on = (names: readonly (keyof typeof colours)[]) =>
    names.flatMap((name) => GROUNDS.map((ground) => [name, ground] as const));

  test.each(on(INKS))('%s can be read on %s', (ink, ground) => {
    expect(contrast(colours[ink], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(on(EDGES))('%s is seen on %s', (edge, ground) => {
    expect(contrast(colours[edge], colours[ground])).toBeGreaterThanOrEqual(3);
  });

  test('what stands on the accent can be read', () => {
    expect(contrast(colours.paper, colours.mark)).toBeGreaterThanOrEqual(4.5);
  });
});

test('every selector of the properties is as strong as any other, so that paper comes last and wins', () => {
  const selectors = [...CUSTOM_PROPERTIES.matchAll(/(:root\S*)\s*\{/g)].map(([, selector]) => selector!);

  expect(selectors.length).toBeGreaterThan(4);
  for (const selector of selectors) expect(selector).toMatch(/^:root(:where\(\S+\))?$/);
  expect(CUSTOM_PROPERTIES.trim().split('\n').at(-1)).toContain('@media print');
});
