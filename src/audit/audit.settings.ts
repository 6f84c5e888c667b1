import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

/** Minimum retention of audit entries in months, because the database refuses to delete entries younger than a year. */
const MIN_MONTHS = 13;

/**
 * Minimum retention of network addresses in days, so that an intruder can’t erase traces before an operator could look at them.
 */
const MIN_NETWORK_DAYS = 7;
const MIN_VALUES_DAYS = 90;

const zeroOrAtLeast = (least: number) =>
  z
    .int()
    .min(0)
    .max(36_500)
    .refine((days) => days === 0 || days >= least, `Use 0 to keep it as long as the entry, or at least ${least} days.`);

export const keepNetworkDays = integerSetting({
  name: 'audit.keepNetworkDays',
  title: 'Retention of networks in the audit trail',
  description: `Days that audit entries keep the network a change came from. Minimum ${MIN_NETWORK_DAYS}. Afterwards the network is erased; the hash chain stays intact. 0: as long as the entry is kept.`,
  environmentVariable: 'AUDIT_KEEP_NETWORK_DAYS',
  schema: zeroOrAtLeast(MIN_NETWORK_DAYS),
  zero: 'as long as the entry',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});

export const keepValuesDays = integerSetting({
  name: 'audit.keepValuesDays',
  title: 'Retention of changed values in the audit trail',
  description: `Days that audit entries keep the values before and after a change, which may contain personal data. Minimum ${MIN_VALUES_DAYS}. Actor, action and time are kept. 0: as long as the entry.`,
  environmentVariable: 'AUDIT_KEEP_VALUES_DAYS',
  schema: zeroOrAtLeast(MIN_VALUES_DAYS),
  zero: 'as long as the entry',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});

export const keepAuditMonths = integerSetting({
  name: 'audit.keepMonths',
  title: 'Retention of the audit trail',
  description: `Months that audit entries are kept. Minimum ${MIN_MONTHS}. 0: forever.`,
  environmentVariable: 'AUDIT_KEEP_MONTHS',
  schema: z
    .int()
    .min(0)
    .max(1_200)
    .refine(
      (months) => months === 0 || months >= MIN_MONTHS,
      `Use 0 to keep entries forever, or at least ${MIN_MONTHS} months.`,
    ),
  zero: 'forever',
  unit: 'MONTHS',
  default: 0,
  permission: 'settings:manage',
});
