import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Moves the focus between the citations in an element by the arrow keys, Home and End. */
export function moveBetweenCitations(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const citations = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-citation]')];
  const at = citations.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  citations[step(at, citations.length)]?.focus();
}
