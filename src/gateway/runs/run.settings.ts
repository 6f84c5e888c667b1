import { z } from 'zod';
import { integerSetting } from '../../platform/settings.ts';

export const simulatedRunsPerDay = integerSetting({
  name: 'gateway.simulatedRunsPerDay',
  description: 'How many simulated tasks somebody who may run no others may run in a day, where the sandbox is on.',
  environmentVariable: 'SIMULATED_RUNS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 500,
  permission: 'settings:manage',
});
