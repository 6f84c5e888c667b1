import { useEffect, useSyncExternalStore } from 'react';

/** How many dialogs lie over whatever else is open. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

/** Says that a dialog lies over everything while it is open: Escape is for it, and not for what is beneath. */
export function useCovering(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    add(1);
    // Not before the key that has closed it was heard by whatever is beneath.
    return () => void setTimeout(() => add(-1));
  }, [isOpen]);
}

/** Whether a dialog lies over what asks. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
  );
}
