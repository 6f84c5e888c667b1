import { z } from 'zod';
import { integerSetting } from '../../platform/settings.ts';

export const simulatedRunsPerDay = integerSetting({
  name: 'gateway.simulatedRunsPerDay',
  title: 'Simulated tasks in a day',
  description: 'How many simulated tasks somebody who may run no others may run in a day, where the sandbox is on.',
  environmentVariable: 'SIMULATED_RUNS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 500,
  permission: 'settings:manage',
});

const months = z.int().min(0).max(1_200);

export const keepRunsMonths = integerSetting({
  name: 'gateway.keepRunsMonths',
  title: 'How long runs are kept',
  description: 'For how many whole months after their own runs are kept that models answered. 0: for ever.',
  environmentVariable: 'KEEP_RUNS_MONTHS',
  schema: months,
  zero: 'for ever',
  unit: 'MONTHS',
  default: 0,
  permission: 'settings:manage',
});

export const keepSimulatedRunsMonths = integerSetting({
  name: 'gateway.keepSimulatedRunsMonths',
  title: 'How long simulated runs are kept',
  description:
    'The same of runs that were simulated. A month goes as a whole, once nothing of it is to be kept. 0: for ever.',
  environmentVariable: 'KEEP_SIMULATED_RUNS_MONTHS',
  schema: months,
  zero: 'for ever',
  unit: 'MONTHS',
  default: 0,
  permission: 'settings:manage',
});
