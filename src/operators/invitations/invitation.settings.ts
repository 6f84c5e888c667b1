import { z } from 'zod';
import { integerSetting } from '../../platform/settings.ts';

export const invitationDays = integerSetting({
  name: 'operators.invitationDays',
  title: 'How long an invitation can be accepted',
  section: ['People'],
  description: 'How many days an invitation of somebody who is to run the service can be accepted.',
  environmentVariable: 'OPERATOR_INVITATION_DAYS',
  schema: z.int().min(1).max(30),
  unit: 'DAYS',
  default: 7,
  permission: 'settings:manage',
});
