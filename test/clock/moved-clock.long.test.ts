import { expect, test } from 'vitest';
import { MovedClock } from '../support/moved-clock.ts';
import { DataDir } from '../support/service-process.ts';
import { passBoundary, stepAnHour } from './scenes.ts';

test('a year begins under way, and integrity, audit, exports and books are clean', async () => {
  using dataDir = new DataDir();
  await using clock = await MovedClock.start(new Date('2027-12-31T22:00:00Z'));

  await passBoundary(clock, dataDir, new Date('2028-01-01T00:00:00Z'));

  const [row] = await clock.query<{ places: string[] }>(
    `select array_agg(distinct tableoid::regclass::text order by tableoid::regclass::text) as places from run`,
  );
  expect(row!.places).toEqual(['run_2027_12', 'run_2028_01']);
});

test('a clock is set by an hour in both directions, and nothing is lost', async () => {
  using dataDir = new DataDir();
  await using clock = await MovedClock.start();

  await stepAnHour(clock, dataDir);
});
