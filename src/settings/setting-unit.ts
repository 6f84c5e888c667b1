import { registerEnumType } from 'type-graphql';
import type { SettingUnit as Unit } from '../platform/config/settings.ts';

export const SettingUnit = {
  SECONDS: 'SECONDS',
  MINUTES: 'MINUTES',
  DAYS: 'DAYS',
  MONTHS: 'MONTHS',
  BYTES: 'BYTES',
  USD_MICROS: 'USD_MICROS',
} as const satisfies { [Name in Unit]: Name };
export type SettingUnit = Unit;
registerEnumType(SettingUnit, {
  name: 'SettingUnit',
  description: 'What a number counts.',
  valuesConfig: { USD_MICROS: { description: 'Millionths of a US dollar.' } },
});
