import { PREFIX } from './kept.ts';

/** All that is remembered, by its names. */
export function allKept(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries({ ...localStorage }).filter(([name]) => name.startsWith(PREFIX)));
  } catch {
    // A browser that keeps nothing has kept nothing.
    return {};
  }
}

/** Whether it is remembered from now on. */
export function keep(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function forgetAll(): void {
  for (const name of Object.keys(allKept())) keep(name, null);
}
