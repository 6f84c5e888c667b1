import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

export const anonymousPicturesPerDay = integerSetting({
  name: 'renders.strangersPicturesPerDay',
  title: 'Pictures per anonymous caller and day',
  description:
    'Maximum number of small pictures per day for a caller who is anonymous or lacks the permission to render, if the sandbox is on.',
  environmentVariable: 'STRANGERS_PICTURES_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 50,
  permission: 'settings:manage',
});

export const concurrentRenders = integerSetting({
  name: 'renders.underWay',
  title: 'Concurrent renders per caller',
  description: 'Maximum number of queued and running renders per caller.',
  environmentVariable: 'RENDERS_UNDER_WAY',
  schema: z.int().min(1).max(1_000_000),
  default: 1_000,
  permission: 'settings:manage',
});
