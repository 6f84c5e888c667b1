import { useEffect, useRef } from 'react';

/** Calls `call` when the browser shows the page again, because its data may be old. */
export function usePageVisible(call: () => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    const changed = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
}
