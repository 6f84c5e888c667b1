import { formatSetting } from './format-setting.ts';
import type { Origin, Setting, SettingValue } from './setting.ts';

/** What is or was in force. */
export function Value({ value, setting }: { value: SettingValue; setting: Pick<Setting, 'unit' | 'zeroMeans'> }) {
  const words = formatSetting(value, setting);
  if (words === null) return <span className="unknown">none</span>;
  if (value.__typename === 'SecretValue') return <code>{words}</code>;
  return <span className="number">{words}</span>;
}

/** Where a value comes from. */
export const ORIGINS: Readonly<Record<Origin, string>> = {
  BACK_OFFICE: 'Set here',
  ENVIRONMENT: 'From the environment',
  DEFAULT: 'The default',
};
