import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

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
  title: 'Days networks are kept',
  description: `Days that audit entries keep the network a change came from. Minimum ${LEAST_NETWORK_DAYS}. Afterwards it is erased; the chain stays intact. 0: as long as the entry.`,
  environmentVariable: 'AUDIT_KEEP_NETWORK_DAYS',
  schema: orForEver(LEAST_NETWORK_DAYS),
  zero: 'as long as the entry',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});

export const keepValuesDays = integerSetting({
  name: 'audit.keepValuesDays',
  title: 'Days values are kept',
  description: `Days that audit entries keep the values before and after a change, which may contain personal data. Minimum ${LEAST_VALUES_DAYS}. Who did what and when is kept. 0: as long as the entry.`,
  environmentVariable: 'AUDIT_KEEP_VALUES_DAYS',
  schema: orForEver(LEAST_VALUES_DAYS),
  zero: 'as long as the entry',
  unit: 'DAYS',
  default: 0,
  permission: 'settings:manage',
});

export const keepAuditMonths = integerSetting({
  name: 'audit.keepMonths',
  title: 'Months entries are kept',
  description: `Months that audit entries are kept. Minimum ${LEAST_MONTHS}. 0: forever.`,
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
