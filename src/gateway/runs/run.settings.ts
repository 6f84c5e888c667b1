import { z } from 'zod';
import { integerSetting } from '../../platform/config/settings.ts';

export const simulatedRunsPerDay = integerSetting({
  name: 'gateway.simulatedRunsPerDay',
  title: 'Simulated tasks per day',
  description: 'Maximum number of simulated tasks per day for a caller who can’t run tasks, if the sandbox is on.',
  environmentVariable: 'SIMULATED_RUNS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 500,
  permission: 'settings:manage',
});

const months = z.int().min(0).max(1_200);

export const keepRunsMonths = integerSetting({
  name: 'gateway.keepRunsMonths',
  title: 'Months runs are kept',
  description:
    'Minimum number of whole months that runs are kept after the month in which they started, except simulated runs. All runs of a month are deleted together, oldest month first, one month after the last of them has reached its minimum. 0: forever.',
  environmentVariable: 'KEEP_RUNS_MONTHS',
  schema: months,
  zero: 'forever',
  unit: 'MONTHS',
  default: 0,
  permission: 'settings:manage',
});

export const keepSimulatedRunsMonths = integerSetting({
  name: 'gateway.keepSimulatedRunsMonths',
  title: 'Months simulated runs are kept',
  description:
    'Minimum number of whole months that simulated runs are kept after the month in which they started. All runs of a month are deleted together, oldest month first, one month after the last of them has reached its minimum. 0: forever.',
  environmentVariable: 'KEEP_SIMULATED_RUNS_MONTHS',
  schema: months,
  zero: 'forever',
  unit: 'MONTHS',
  default: 0,
  permission: 'settings:manage',
});
