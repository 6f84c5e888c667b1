import { nearest } from '../text/nearest.ts';
import { fileVariable, settingOfFile } from './environment.ts';

const PREFIX = 'IMPRIMATUR_';

/**
 * Sentences about unknown environment variables whose names are similar to known ones or start with `IMPRIMATUR_`. The sentences
 * never contain values.
 */
export function hintsOf(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (isRead(name, known) || env[name] === '') return [];
    const plain = name.toUpperCase();
    const bare = plain.startsWith(PREFIX) ? plain.slice(PREFIX.length) : plain;
    const suggestion = suggestionFor(bare, known);
    if (suggestion !== null) return [`${name}: the service doesn't read this variable. Did you mean ${suggestion}?`];
    return plain.startsWith(PREFIX)
      ? [`${name}: the service doesn't read this variable. Settings have no prefix.`]
      : [];
  });
}

function isRead(name: string, known: ReadonlySet<string>): boolean {
  return known.has(name) || known.has(settingOfFile(name) ?? '');
}

function suggestionFor(name: string, known: ReadonlySet<string>): string | null {
  if (isRead(name, known)) return name;
  const near = nearest(name, known);
  const setting = settingOfFile(name);
  if (near !== null || setting === null) return near;
  const nearSetting = nearest(setting, known);
  return nearSetting === null ? null : fileVariable(nearSetting);
}
