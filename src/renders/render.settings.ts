import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

export const rendersUnderWay = integerSetting({
  name: 'renders.underWay',
  description: 'How many renders of one caller may wait or be drawn at a time.',
  environmentVariable: 'RENDERS_UNDER_WAY',
  schema: z.int().min(1).max(1_000_000),
  default: 1_000,
  permission: 'settings:manage',
});
