import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

export const publishRequestsPerDay = integerSetting({
  name: 'publishing.requestsPerDay',
  title: 'Publish requests per caller and day',
  description: 'Maximum number of publish requests per caller and day.',
  environmentVariable: 'PUBLISH_REQUESTS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 500,
  permission: 'settings:manage',
});
