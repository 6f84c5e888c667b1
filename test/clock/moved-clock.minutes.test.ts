import { test } from 'vitest';
import { MovedClock } from '../support/moved-clock.ts';
import { DataDir } from '../support/service-process.ts';
import { passBoundary, startInWrongYear, stepAnHour, switchOff } from './scenes.ts';

/** Calls take seconds, so that many are under way when the clock is set. */
const SLOWLY = { tokensPerSecond: 20 };

test.each([
  ['a month', '2027-02-01T00:00:00Z'],
  ['a leap day', '2028-02-29T00:00:00Z'],
  ['a month after a leap day', '2028-03-01T00:00:00Z'],
  ['a year', '2028-01-01T00:00:00Z'],
])('%s begins under light load', async (_, at) => {
  using dataDir = new DataDir();
  await using clock = await MovedClock.start(new Date(Date.parse(at) - 7_200_000));

  await passBoundary(clock, dataDir, new Date(at), { calls: 30, ...SLOWLY });
});

test('a clock is set by an hour in both directions while calls, renders and sign-ins are under way', async () => {
  using dataDir = new DataDir();
  await using clock = await MovedClock.start();

  await stepAnHour(clock, dataDir, { calls: 30, ...SLOWLY });
});

test('a service that deletes old runs is started in the year 2040, and deletes none', async () => {
  using dataDir = new DataDir();
  await using clock = await MovedClock.start();

  await startInWrongYear(clock, dataDir, { year: 2040 });
});

test('a service is switched off for five months', async () => {
  using dataDir = new DataDir();
  await using clock = await MovedClock.start();

  await switchOff(clock, dataDir, { days: 150, calls: 20 });
});
