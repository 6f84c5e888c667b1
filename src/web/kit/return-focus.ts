import { useEffect, useRef } from 'react';

/**
 * When a dialog unmounts, returns the focus to the element that opened it; Mantine does this only for dialogs that stay mounted.
 * If that element was removed, the dialog around it or the heading of the screen gets the focus. Never takes the focus from
 * another element.
 */
export function useReturnFocus(isOpen = true): void {
  const isGone = useRef(false);
  // Declared before the next effect, whose cleanup reads `isGone`.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    // No element opened the dialog: it was opened by its URL, or by a mouse click in a browser that doesn't focus clicked
    // elements.
    if (!(opener instanceof HTMLElement) || opener === document.body) return () => focusInstead(null);
    const around = opener.closest<HTMLElement>('[role=dialog]');
    return () => {
      if (!opener.isConnected) return focusInstead(around);
      // The focus is returned only if the dialog unmounts. If it stays mounted, Mantine moves the focus.
      if (isGone.current && isLost()) opener.focus({ preventScroll: true });
      onceRemoved(opener, () => focusInstead(around));
    };
  }, [isOpen]);
}

/** True if no element has the focus, so that Tab would start at the top of the page. */
function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusInstead(around: HTMLElement | null): void {
  const next = around?.isConnected ? around : document.querySelector<HTMLElement>('h1');
  if (isLost()) next?.focus({ preventScroll: true });
}

/**
 * Calls `then` when the element that opened the dialog is removed, e.g. by a reloaded list. Stops waiting when the user moves
 * the focus or clicks.
 */
function onceRemoved(opener: HTMLElement, then: () => void): void {
  const end = () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusMoved);
    document.removeEventListener('pointerdown', end);
  };
  const onFocusMoved = ({ target }: FocusEvent) => target !== opener && end();
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    end();
    then();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusMoved);
  document.addEventListener('pointerdown', end);
}
