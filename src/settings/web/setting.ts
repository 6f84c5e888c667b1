import type { SettingByNameQuery, SettingListQuery } from '../../web/generated/settings/graphql.ts';

export type ListedSetting = SettingListQuery['settings'][number];
export type Setting = SettingByNameQuery['settings'][number];
export type SettingName = Setting['name'];
export type SettingValue = Setting['value'];
export type Origin = Setting['origin'];

export const INBOUND_SECRET: SettingName = 'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET';
/** Section that the service gives the inbound secret. */
export const INBOUND_SECRET_SECTION = 'Marketing hub';
const INBOUND_SECRET_ADDRESS = '/admin/settings/marketing-hub/host-settings/integrations-inbound-secret';

/** Address of a setting's screen, e.g. `/admin/settings/seals-per-minute` for `SEALS_PER_MINUTE`. */
export function addressOf(name: SettingName): string {
  if (name === INBOUND_SECRET) return INBOUND_SECRET_ADDRESS;
  return `/admin/settings/${name.toLowerCase().replaceAll('_', '-')}`;
}

/** Name of the setting in an address. The service checks that it exists. */
export function nameIn(address: string): SettingName {
  return address.toUpperCase().replaceAll('-', '_') as SettingName;
}

/** Headings above a setting. A heading that equals the setting's own title is left out. */
export function headingsOf({ section, title }: { section: readonly string[]; title: string }): readonly string[] {
  return section.at(-1) === title ? section.slice(0, -1) : section;
}
