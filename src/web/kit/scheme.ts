import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark' | 'auto';

const KEY = 'imprimatur.scheme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let chosen = stored();
show();
dark.addEventListener('change', notify);
// Applies a colour scheme that the user chose in another window.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  chosen = stored();
  notify();
});

/** Colour scheme chosen in this browser. `auto` follows the system. */
export function useScheme(): { chosen: Scheme; shown: 'light' | 'dark'; choose(scheme: Scheme): void } {
  return {
    chosen: useSyncExternalStore(listen, () => chosen),
    shown: useSyncExternalStore(listen, shown),
    choose,
  };
}

function choose(scheme: Scheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // If the browser's storage isn't available, the choice lasts until the page is closed.
  }
  notify();
}

function shown(): 'light' | 'dark' {
  return chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
}

function stored(): Scheme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}

function show(): void {
  if (chosen === 'auto') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = chosen;
}

function notify(): void {
  show();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
