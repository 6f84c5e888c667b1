import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

interface ScrollPosition {
  count: number;
  scrollY: number;
}

interface ScrollPositionOptions {
  count: number;
  isComplete: boolean;
  isSet: boolean;
  reach: (count: number) => void;
  /** Called once somebody is back there. */
  found: () => void;
}

/**
 * Keeps how far an endless list was read and where in it somebody was, for each step of the browser's history: going back
 * finds it, and so does loading the page again.
 * @param isSet whether what was read has its height on the page
 * @param reach has as many of the list read
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
      // What is still on its way there is not where somebody wants to be.
      if (wanted.current || keyOf(history.state) !== step) return;
      try {
        sessionStorage.setItem(nameOf(step), JSON.stringify({ count: counted.current, scrollY }));
      } catch {
        // Where nothing may be kept, the place is lost with the page.
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
