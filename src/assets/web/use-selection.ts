import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(index: number): void;
  /** Also selects all items from the one that was toggled last to the one at `index`, both included. */
  extendTo(index: number): void;
  all(): void;
  keep(ids: Iterable<string>): void;
  clear(): void;
}

/** Selected items of a list. Items that aren't in the list don't count as selected. */
export function useSelection(items: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const ids = useMemo(() => new Set(items.filter(({ id }) => chosen.has(id)).map(({ id }) => id)), [items, chosen]);

  const toggle = useCallback(
    (index: number) => {
      const id = items[index]?.id;
      if (id === undefined) return;
      setAnchor(id);
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [items],
  );
  const extendTo = useCallback(
    (index: number) => {
      const from = items.findIndex(({ id }) => id === anchor);
      const begin = from === -1 ? index : from;
      const range = items.slice(Math.min(begin, index), Math.max(begin, index) + 1);
      if (from === -1) setAnchor(items[index]?.id ?? null);
      setChosen((before) => new Set([...before, ...range.map(({ id }) => id)]));
    },
    [items, anchor],
  );
  const all = useCallback(() => setChosen(new Set(items.map(({ id }) => id))), [items]);
  const keep = useCallback((kept: Iterable<string>) => setChosen(new Set(kept)), []);
  const clear = useCallback(() => {
    setChosen(new Set());
    setAnchor(null);
  }, []);
  return { ids, toggle, extendTo, all, keep, clear };
}
