import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

export const newRotationsPerDay = integerSetting({
  name: 'assets.newRotationsPerDay',
  description:
    'How many rotations a caller who is no operator may begin in a day: each campaign has one for each set of tags.',
  environmentVariable: 'NEW_ROTATIONS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 1_000,
  permission: 'settings:manage',
});
