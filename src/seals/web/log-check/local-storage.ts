import { KEY_PREFIX } from './stored-check.ts';

/** All texts that log checks stored in this browser, by key. */
export function storedTexts(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries({ ...localStorage }).filter(([name]) => name.startsWith(KEY_PREFIX)));
  } catch {
    // The browser doesn’t allow access to its storage.
    return {};
  }
}

/** Stores the text under the key `name`; null deletes it. Returns false if the browser refuses. */
export function storeText(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function clearStorage(): void {
  for (const name of Object.keys(storedTexts())) storeText(name, null);
}
