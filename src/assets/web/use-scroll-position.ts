import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

interface ScrollPosition {
  count: number;
  scrollY: number;
}

interface ScrollPositionOptions {
  count: number;
  isComplete: boolean;
  /** True when the loaded items have their final height on the page. */
  isSet: boolean;
  /** Loads items until the list has at least `count`. */
  reach: (count: number) => void;
  /** Called when the scroll position is restored. */
  found: () => void;
}

/**
 * Stores the length and scroll position of an endless list for each step of the browser's history. Restores them after going
 * back or a reload.
 */
export function useScrollPosition({ count, isComplete, isSet, reach, found }: ScrollPositionOptions): void {
  const step = useRouterState({ select: ({ resolvedLocation }) => keyOf(resolvedLocation?.state) });
  const wanted = useRef<ScrollPosition | null>(null);
  const counted = useRef(count);
  counted.current = count;

  useLayoutEffect(() => {
    wanted.current = step ? positionAt(step) : null;
    if (wanted.current) reach(wanted.current.count);
  }, [step, reach]);

  useLayoutEffect(() => {
    const place = wanted.current;
    if (!place || !isSet || (count < place.count && !isComplete)) return;
    wanted.current = null;
    scrollTo({ top: place.scrollY, behavior: 'instant' });
    found();
  });

  useEffect(() => {
    if (!step) return;
    const keep = () => {
      // The position isn't stored while an earlier one is being restored.
      if (wanted.current || keyOf(history.state) !== step) return;
      try {
        sessionStorage.setItem(nameOf(step), JSON.stringify({ count: counted.current, scrollY }));
      } catch {
        // If the browser has no storage, the scroll position is lost when the page is left.
      }
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [step]);
}

const nameOf = (step: string) => `imprimatur.place.${step}`;

function keyOf(state: unknown): string | undefined {
  return (state as { __TSR_key?: string } | null | undefined)?.__TSR_key;
}

function positionAt(step: string): ScrollPosition | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(step)) ?? 'null') as ScrollPosition | null;
  } catch {
    return null;
  }
}
