import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

export const keepDeliveriesDays = integerSetting({
  name: 'webhooks.keepDeliveriesDays',
  title: 'Retention of webhook deliveries',
  description: 'Days that webhook deliveries are kept after they end, for inspection and replay.',
  environmentVariable: 'WEBHOOK_KEEP_DELIVERIES_DAYS',
  schema: z.int().min(1).max(365),
  unit: 'DAYS',
  default: 14,
  permission: 'settings:manage',
});
