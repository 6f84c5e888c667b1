import { useEffect, useSyncExternalStore } from 'react';

/** Number of open dialogs that cover everything else. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

/** While `isOpen`, registers a dialog that covers everything, so that Escape closes this dialog and nothing below. */
export function useCovering(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    add(1);
    // Waits for the key event to end, so that the layer below doesn't handle the same key.
    return () => void setTimeout(() => add(-1));
  }, [isOpen]);
}

/** True while a registered dialog covers everything else. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
  );
}
