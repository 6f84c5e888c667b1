import { useEffect } from 'react';
import { texts } from './texts.ts';

interface ShownTitle {
  readonly title: string;
  readonly isOnTop: boolean;
}

/** Titles of the mounted screens and drawers, in the order in which they were set. */
const shown: ShownTitle[] = [];
/** Title of the browser page before the first screen. */
let initial: string | undefined;

/**
 * Sets the title of the browser page while mounted.
 * @param options.isOnTop true for a drawer over a screen. Its title wins while it is open: with a link to the drawer, React runs
 * its effects before those of the screen.
 */
export function useTitle(title: string, { isOnTop = false }: { isOnTop?: boolean } = {}): void {
  useEffect(() => {
    initial ??= document.title;
    const entry = { title: texts.page.title(title), isOnTop };
    shown.push(entry);
    showTitle();
    return () => {
      shown.splice(shown.indexOf(entry), 1);
      showTitle();
    };
  }, [title, isOnTop]);
}

function showTitle(): void {
  document.title = (shown.findLast(({ isOnTop }) => isOnTop) ?? shown.at(-1))?.title ?? initial!;
}
