import { expect, test } from 'vitest';
import { ConfigError } from '../../src/platform/config/config.ts';
import { assertFitting, type StartCheck } from '../../src/platform/config/start-check.ts';

test('a process with a key that does not fit notes down none of its others, and hears of all that do not fit', async () => {
  const noted: string[] = [];
  const check = (name: string, doesFit: boolean): StartCheck => ({
    name,
    async assert({ makes }) {
      if (!doesFit) throw new ConfigError([`${name} does not fit`]);
      if (makes) noted.push(name);
    },
  });

  const asserted = assertFitting([check('one', true), check('two', false), check('three', true), check('four', false)]);

  await expect(asserted).rejects.toMatchObject({ mistakes: ['two does not fit', 'four does not fit'] });
  expect(noted).toEqual(['one']);
});
