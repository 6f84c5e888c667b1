import { expect, test } from 'vitest';
import { StatementShapes } from '../../../src/platform/database/prepared-statements.ts';

test('of the shapes of a statement only the newest are kept, however many somebody makes', () => {
  const shapes = new StatementShapes();
  for (let n = 0; n < 1_000; n++) shapes.set(`shape ${n}`, { name: undefined, text: `select ${n}` });
  shapes.set('shape 999', { name: undefined, text: 'select again' });

  expect(shapes.size).toBe(100);
  expect([...shapes.keys()].at(0)).toBe('shape 900');
  expect(shapes.get('shape 999')?.text).toBe('select again');
});
