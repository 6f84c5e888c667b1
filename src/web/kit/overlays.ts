import { useEffect, useSyncExternalStore } from 'react';

/** Number of dialogs on top of everything else. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

/** Registers a dialog on top of everything while it is open, so that Escape closes it and nothing below. */
export function useCovering(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    add(1);
    // Wait for the key event to end, so that the layer below doesn't handle it, too.
    return () => void setTimeout(() => add(-1));
  }, [isOpen]);
}

/** True while a dialog is on top. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
  );
}
