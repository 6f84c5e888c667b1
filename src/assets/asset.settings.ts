import { z } from 'zod';
import { booleanSetting, integerSetting } from '../platform/settings.ts';

export const newRotationsPerDay = integerSetting({
  name: 'assets.newRotationsPerDay',
  title: 'New rotations in a day',
  section: ['Image bank'],
  description:
    'How many rotations a caller who is no operator may begin in a day: each campaign has one for each set of tags.',
  environmentVariable: 'NEW_ROTATIONS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 1_000,
  permission: 'settings:manage',
});

export const reviewBeforeUse = booleanSetting({
  name: 'assets.reviewBeforeUse',
  title: 'Review before use',
  section: ['Image bank'],
  description:
    'Whether new pictures are held back until somebody releases them: rendered, uploaded and imported ones come in as QUARANTINED.',
  environmentVariable: 'REVIEW_BEFORE_USE',
  default: false,
  permission: 'settings:manage',
});

export const keptByCachesSeconds = integerSetting({
  name: 'assets.keptByCachesSeconds',
  title: 'How long caches keep a picture',
  section: ['Image bank'],
  description:
    'How long browsers and caches may keep a picture without asking again, in seconds. So long may it be seen after it was thrown away. A year, 31536000, is for ever.',
  environmentVariable: 'MEDIA_KEPT_BY_CACHES_SECONDS',
  schema: z.int().min(0).max(31_536_000),
  unit: 'SECONDS',
  default: 3_600,
  permission: 'settings:manage',
});

export const trashKeptDays = integerSetting({
  name: 'assets.trashKeptDays',
  title: 'How long the trash is kept',
  section: ['Image bank'],
  description: 'After how many days in the trash a picture is erased for good. 0: never by itself.',
  environmentVariable: 'TRASH_KEPT_DAYS',
  schema: z.int().min(0).max(3_650),
  zero: 'never by itself',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});
