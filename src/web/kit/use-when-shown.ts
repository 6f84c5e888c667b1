import { useEffect, useRef } from 'react';

/** Calls back whenever the window is looked at again, after it was behind others: what it shows may be old by then. */
export function useWhenShown(call: () => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    const changed = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
}
