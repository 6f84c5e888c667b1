import { z } from 'zod';
import { integerSetting } from '../../platform/config/settings.ts';

export const invitationDays = integerSetting({
  name: 'operators.invitationDays',
  title: 'Validity of invitations',
  section: ['People'],
  description: 'Days during which an operator invitation can be accepted.',
  environmentVariable: 'OPERATOR_INVITATION_DAYS',
  schema: z.int().min(1).max(30),
  unit: 'DAYS',
  default: 7,
  permission: 'settings:manage',
});
