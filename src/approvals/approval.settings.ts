import { z } from 'zod';
import { booleanSetting, integerSetting } from '../platform/settings.ts';

export const approvalDays = integerSetting({
  name: 'approvals.days',
  title: 'How long something waits',
  description:
    'For how many days something waits for approval before it is refused by itself. For what is asked from then on.',
  environmentVariable: 'APPROVAL_DAYS',
  schema: z.int().min(1).max(30),
  unit: 'DAYS',
  default: 7,
  permission: 'settings:manage',
});

export const heldContentDays = integerSetting({
  name: 'approvals.heldContentDays',
  title: 'How long what was held is kept',
  description: 'For how many days after its decision what was held is kept, encrypted. Its digest stays.',
  environmentVariable: 'HELD_CONTENT_DAYS',
  schema: z.int().min(1).max(3_650),
  unit: 'DAYS',
  default: 30,
  permission: 'settings:manage',
});

export const approvalsPerDay = integerSetting({
  name: 'approvals.perDay',
  title: 'Requests of one caller in a day',
  description: 'How many things one caller may ask approval for in a day.',
  environmentVariable: 'APPROVALS_PER_DAY',
  schema: z.int().min(0).max(1_000_000),
  default: 1_000,
  permission: 'settings:manage',
});

const fourEyes = (of: string, title: string, what: string) =>
  booleanSetting({
    name: `fourEyes.${of}`,
    title,
    section: ['Approvals', 'Four eyes'],
    description: `Whether ${what} waits until another person has approved it. To switch it off is such a change itself, so it is switched on only while somebody else may approve.`,
    environmentVariable: `FOUR_EYES_${of.toUpperCase()}`,
    default: false,
    permission: 'settings:manage',
  });

export const fourEyesPolicy = fourEyes(
  'policy',
  'Four eyes for policies',
  'a new version of the routing policy or of the policy of publishing',
);
export const fourEyesCatalogue = fourEyes(
  'catalogue',
  'Four eyes for the catalogue of models',
  'a new version of the catalogue of models',
);
export const fourEyesSettings = fourEyes(
  'settings',
  'Four eyes for settings',
  'a change of a setting that is no secret',
);
