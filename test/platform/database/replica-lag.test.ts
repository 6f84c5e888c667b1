import { expect, test } from 'vitest';
import { positionOf, ReplicaLag } from '../../../src/platform/database/replica-lag.ts';

test('positions are compared as numbers, not as texts', () => {
  expect(positionOf('0/FFFFFFFF')).toBeLessThan(positionOf('1/0'));
  expect(positionOf('A/0')).toBeLessThan(positionOf('10/0'));
  expect(positionOf('16/B374D848')).toBe(0x16_b374_d848n);
});

test('a replica that has replayed everything is as old as the measurement, however long the primary has written nothing', () => {
  const lag = new ReplicaLag();

  expect(lag.measure({ primary: 100n, replica: 100n, at: 0, now: 2 })).toBe(2);
  expect(lag.measure({ primary: 100n, replica: 100n, at: 600_000, now: 600_003 })).toBe(3);
});

test('a replica that stands still grows older with every measurement after the first write that it lacks', () => {
  const lag = new ReplicaLag();
  lag.measure({ primary: 100n, replica: 100n, at: 0, now: 1 });

  expect(lag.measure({ primary: 150n, replica: 100n, at: 1_000, now: 1_001 })).toBe(1_001);
  expect(lag.measure({ primary: 190n, replica: 100n, at: 2_000, now: 2_001 })).toBe(2_001);
  expect(lag.measure({ primary: 190n, replica: 160n, at: 3_000, now: 3_001 })).toBe(2_001);
  expect(lag.measure({ primary: 190n, replica: 190n, at: 4_000, now: 4_001 })).toBe(1);
});

test('a lag that isn’t known yet counts as infinite', () => {
  const lag = new ReplicaLag();

  expect(lag.measure({ primary: 100n, replica: 99n, at: 0, now: 1 })).toBe(Number.POSITIVE_INFINITY);
  lag.measure({ primary: 100n, replica: 100n, at: 1_000, now: 1_001 });
  lag.reset();
  expect(lag.measure({ primary: 110n, replica: 105n, at: 2_000, now: 2_001 })).toBe(Number.POSITIVE_INFINITY);
});
