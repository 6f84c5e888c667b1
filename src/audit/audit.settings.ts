import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

/** The database itself lets go of nothing that is younger than a year. */
const LEAST_MONTHS = 13;

export const keepAuditMonths = integerSetting({
  name: 'audit.keepMonths',
  description: `For how many months the audit trail is kept, ${LEAST_MONTHS} at the least. 0: for ever.`,
  environmentVariable: 'AUDIT_KEEP_MONTHS',
  schema: z
    .int()
    .min(0)
    .max(1_200)
    .refine((months) => months === 0 || months >= LEAST_MONTHS, `Give 0 for ever, or ${LEAST_MONTHS} months or more.`),
  default: 0,
  permission: 'settings:manage',
});
