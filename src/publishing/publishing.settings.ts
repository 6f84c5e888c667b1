import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

export const publishRequestsPerDay = integerSetting({
  name: 'publishing.requestsPerDay',
  title: 'Publish requests of one caller in a day',
  description: 'How many things one caller may ask to publish in a day.',
  environmentVariable: 'PUBLISH_REQUESTS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 500,
  permission: 'settings:manage',
});
