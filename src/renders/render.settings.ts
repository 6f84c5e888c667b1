import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

export const strangersPicturesPerDay = integerSetting({
  name: 'renders.strangersPicturesPerDay',
  title: 'Pictures of a stranger in a day',
  description:
    'How many pictures somebody who may have none drawn otherwise may try out in a day, where the sandbox is on.',
  environmentVariable: 'STRANGERS_PICTURES_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 50,
  permission: 'settings:manage',
});

export const rendersUnderWay = integerSetting({
  name: 'renders.underWay',
  title: 'Renders of one caller at a time',
  description: 'How many renders of one caller may wait or be drawn at a time.',
  environmentVariable: 'RENDERS_UNDER_WAY',
  schema: z.int().min(1).max(1_000_000),
  default: 1_000,
  permission: 'settings:manage',
});
