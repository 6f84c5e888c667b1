import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

/** The database itself lets go of nothing that is younger than a year. */
const LEAST_MONTHS = 13;

/** So that nobody wipes tracks out before they could have been looked at. */
const LEAST_NETWORK_DAYS = 7;
const LEAST_VALUES_DAYS = 90;

const orForEver = (least: number) =>
  z
    .int()
    .min(0)
    .max(36_500)
    .refine((days) => days === 0 || days >= least, `Give 0 for as long as the entry, or ${least} days or more.`);

export const keepNetworkDays = integerSetting({
  name: 'audit.keepNetworkDays',
  title: 'How long networks are kept',
  description: `For how many days entries of the audit trail say from which network something was done, ${LEAST_NETWORK_DAYS} at the least; then that is erased, and the chain stays whole. 0: as long as the entry is kept.`,
  environmentVariable: 'AUDIT_KEEP_NETWORK_DAYS',
  schema: orForEver(LEAST_NETWORK_DAYS),
  zero: 'as long as the entry',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});

export const keepValuesDays = integerSetting({
  name: 'audit.keepValuesDays',
  title: 'How long values are kept',
  description: `The same of the values before and after, which may be names of people: ${LEAST_VALUES_DAYS} days at the least. Who did what to what, and when, stays.`,
  environmentVariable: 'AUDIT_KEEP_VALUES_DAYS',
  schema: orForEver(LEAST_VALUES_DAYS),
  zero: 'as long as the entry',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});

export const keepAuditMonths = integerSetting({
  name: 'audit.keepMonths',
  title: 'How long entries are kept',
  description: `For how many months the audit trail is kept, ${LEAST_MONTHS} at the least. 0: for ever.`,
  environmentVariable: 'AUDIT_KEEP_MONTHS',
  schema: z
    .int()
    .min(0)
    .max(1_200)
    .refine((months) => months === 0 || months >= LEAST_MONTHS, `Give 0 for ever, or ${LEAST_MONTHS} months or more.`),
  zero: 'for ever',
  unit: 'MONTHS',
  default: 0,
  permission: 'settings:manage',
});
