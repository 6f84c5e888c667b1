import { useRef, useState } from 'react';
import { useKeys } from '../../../web/kit/use-keys.ts';
import type { Place } from './place.ts';

/** A passage that is shown beside the list that cites it. */
export interface OpenSource {
  /** Identifies the citation within its list. */
  readonly key: string;
  readonly versionId: string;
  readonly name: string;
  readonly place: Place;
}

export interface OpenSourceState {
  readonly open: OpenSource | null;
  /** Shows a passage. The focus moves to it. @param opener gets the focus back */
  show(source: OpenSource, opener: HTMLElement): void;
  /** Returns the focus to the citation. The passage stays. */
  back(): void;
  /** Closes the passage, e.g. because the list is replaced. */
  clear(): void;
}

/** The passage that is open beside a list of citations. Escape returns to the list. */
export function useOpenSource(): OpenSourceState {
  const [open, setOpen] = useState<OpenSource | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const back = () => opener.current?.focus();
  useKeys({ Escape: open !== null && back });
  return {
    open,
    show(source, element) {
      opener.current = element;
      // A new object, so that opening the same citation again moves the focus, too.
      setOpen({ ...source });
    },
    back,
    clear: () => setOpen(null),
  };
}
