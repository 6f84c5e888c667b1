import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog was opened, when the dialog goes from the screen: Mantine does so only
 * for one that stays there and is closed. Where the opener is gone, or goes with what was done, the focus is on the dialog
 * that it was in, or on the heading of the screen. It is never taken from whatever has it meanwhile.
 */
export function useReturnFocus(isOpen = true): void {
  const isGone = useRef(false);
  // Before the other effect: its end has to know.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    // It was opened by its address, or by a mouse in a browser that gives what is clicked no focus.
    if (!(opener instanceof HTMLElement) || opener === document.body) return () => focusInstead(null);
    const around = opener.closest<HTMLElement>('[role=dialog]');
    return () => {
      if (!opener.isConnected) return focusInstead(around);
      // While the key that has closed one that stays is still heard, the focus is Mantine's to move.
      if (isGone.current && isLost()) opener.focus({ preventScroll: true });
      whenTakenAway(opener, () => focusInstead(around));
    };
  }, [isOpen]);
}

/** Whether what had the focus is gone: then a browser gives it to the whole page, and Tab may begin anew at its top. */
function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusInstead(around: HTMLElement | null): void {
  const next = around?.isConnected ? around : document.querySelector<HTMLElement>('h1');
  if (isLost()) next?.focus({ preventScroll: true });
}

/** Waits for what a list does that is read again after something was done, until somebody has gone on. */
function whenTakenAway(opener: HTMLElement, then: () => void): void {
  const end = () => {
    observer.disconnect();
    document.removeEventListener('focusin', goneOn);
    document.removeEventListener('pointerdown', end);
  };
  const goneOn = ({ target }: FocusEvent) => target !== opener && end();
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    end();
    then();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', goneOn);
  document.addEventListener('pointerdown', end);
}
