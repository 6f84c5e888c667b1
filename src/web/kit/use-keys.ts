import { useEffect, useRef } from 'react';

const TYPED_INTO = 'input, textarea, select, [contenteditable="true"]';
const OVER_THE_SCREEN = '[role="dialog"], [role="menu"]';

/**
 * Keyboard shortcuts of a screen, e.g. `useKeys({ a: approve, Escape: goBack })`. Inactive in text fields, while a dialog or
 * menu is open, and with modifier keys.
 */
export function useKeys(keys: Readonly<Record<string, ((event: KeyboardEvent) => void) | false | undefined>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
      if (document.querySelector(OVER_THE_SCREEN)) return;
      const does = latest.current[event.key];
      if (!does) return;
      event.preventDefault();
      does(event);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
