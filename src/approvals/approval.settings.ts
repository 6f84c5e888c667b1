import { z } from 'zod';
import { booleanSetting, integerSetting } from '../platform/config/settings.ts';

export const approvalDays = integerSetting({
  name: 'approvals.days',
  title: 'Lifetime of pending approvals',
  description:
    'Days until a pending approval of an output or a change expires. The publishing policy sets the time for publish requests. Applies to approvals created afterwards.',
  environmentVariable: 'APPROVAL_DAYS',
  schema: z.int().min(1).max(30),
  unit: 'DAYS',
  default: 7,
  permission: 'settings:manage',
});

export const heldContentDays = integerSetting({
  name: 'approvals.heldContentDays',
  title: 'Retention of held content',
  description: 'Days that held content is kept after the decision, encrypted. Its digest stays.',
  environmentVariable: 'HELD_CONTENT_DAYS',
  schema: z.int().min(1).max(3_650),
  unit: 'DAYS',
  default: 30,
  permission: 'settings:manage',
});

export const approvalsPerDay = integerSetting({
  name: 'approvals.perDay',
  title: 'Approvals per caller and day',
  description:
    'Maximum number of approvals of outputs and changes that one caller can request per day. Publish requests have their own limit.',
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
    description: `Require a second person to approve ${what}. Switching it off needs the same approval, so it can be switched on only while another person can approve.`,
    environmentVariable: `FOUR_EYES_${of.toUpperCase()}`,
    default: false,
    permission: 'settings:manage',
  });

export const fourEyesPolicy = fourEyes(
  'policy',
  'Four eyes for policies',
  'new versions of the routing policy and the publishing policy',
);
export const fourEyesCatalogue = fourEyes(
  'catalogue',
  'Four eyes for the catalogue of models',
  'new versions of the model catalogue',
);
export const fourEyesSettings = fourEyes(
  'settings',
  'Four eyes for settings',
  'changes of settings other than secrets',
);
