import { formatSetting } from './format-setting.ts';
import type { Origin, Setting, SettingValue } from './setting.ts';
import { texts } from './texts.ts';

/** Shows the value of a setting. */
export function Value({ value, setting }: { value: SettingValue; setting: Pick<Setting, 'unit' | 'zeroMeans'> }) {
  const words = formatSetting(value, setting);
  if (words === null) return <span className="unknown">{texts.common.none}</span>;
  if (value.__typename === 'SecretValue') return <code>{words}</code>;
  return <span className="number">{words}</span>;
}

/** Texts that say where the value of a setting comes from. */
export const ORIGINS: Readonly<Record<Origin, string>> = texts.origins;
