import type { SettingUnit as Unit } from '../platform/config/settings.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

export const SettingUnit = {
  SECONDS: 'SECONDS',
  MINUTES: 'MINUTES',
  DAYS: 'DAYS',
  MONTHS: 'MONTHS',
  BYTES: 'BYTES',
  USD_MICROS: 'USD_MICROS',
} as const satisfies { [Name in Unit]: Name };
describeEnum(SettingUnit, 'SettingUnit', 'Unit of a setting’s number.', {
  SECONDS: 'Seconds.',
  MINUTES: 'Minutes.',
  DAYS: 'Days.',
  MONTHS: 'Months.',
  BYTES: 'Bytes.',
  USD_MICROS: 'Millionths of a US dollar.',
});
