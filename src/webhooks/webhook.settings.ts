import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

export const keepDeliveriesDays = integerSetting({
  name: 'webhooks.keepDeliveriesDays',
  title: 'How long deliveries are kept',
  description: 'How many days deliveries of webhooks are kept after they have ended, to be looked at and sent again.',
  environmentVariable: 'WEBHOOK_KEEP_DELIVERIES_DAYS',
  schema: z.int().min(1).max(365),
  unit: 'DAYS',
  default: 14,
  permission: 'settings:manage',
});
