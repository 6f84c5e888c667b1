import { z } from 'zod';
import { booleanSetting, integerSetting } from '../platform/config/settings.ts';

export const newRotationsPerDay = integerSetting({
  name: 'assets.newRotationsPerDay',
  title: 'New rotations per day',
  section: ['Image bank'],
  description:
    'Maximum number of rotations that a caller other than an operator can start per day. Each campaign has its own rotation for each combination of wanted and excluded tags.',
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
    'Hold new pictures until an operator releases them. Rendered, uploaded and imported pictures start with the status QUARANTINED.',
  environmentVariable: 'REVIEW_BEFORE_USE',
  default: false,
  permission: 'settings:manage',
});

export const keptByCachesSeconds = integerSetting({
  name: 'assets.keptByCachesSeconds',
  title: 'Cache lifetime of pictures',
  section: ['Image bank'],
  description:
    'Seconds that browsers and caches may keep a picture without revalidating. A picture in the trash can stay visible that long. 31536000 (one year) is the longest.',
  environmentVariable: 'MEDIA_KEPT_BY_CACHES_SECONDS',
  schema: z.int().min(0).max(31_536_000),
  unit: 'SECONDS',
  default: 3_600,
  permission: 'settings:manage',
});

export const trashKeptDays = integerSetting({
  name: 'assets.trashKeptDays',
  title: 'Days pictures stay in the trash',
  section: ['Image bank'],
  description: 'Days in the trash after which a picture is purged. 0: never automatically.',
  environmentVariable: 'TRASH_KEPT_DAYS',
  schema: z.int().min(0).max(3_650),
  zero: 'never automatically',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});
