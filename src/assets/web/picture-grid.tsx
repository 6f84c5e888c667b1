import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { justifiedRows } from './justified-rows.ts';
import { lastOpened } from './neighbours.ts';
import { PictureCell } from './picture-cell.tsx';
import type { BankPicture } from './picture-types.ts';
import { texts } from './texts.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import type { Selection } from './use-selection.ts';

const GAP_PX = 12;
/** Height of the caption below each picture, in pixels. */
const CAPTION_PX = 30;
/** The next page is loaded when fewer than this many rows remain below the visible ones. */
const AHEAD = 4;

interface PictureGridProps {
  pictures: readonly BankPicture[];
  selection: Selection;
  hasMore: boolean;
  onLoadMore(): void;
  onReach(count: number): void;
}

/**
 * Pictures in rows. Only rows near the viewport, and the row with the keyboard focus, are rendered. Arrow keys move the focus,
 * Space selects, and Shift extends the selection.
 */
export function PictureGrid({ pictures, selection, hasMore, onLoadMore, onReach }: PictureGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { widthPx, topPx } = usePlacing(grid);
  const [place, setActive] = useState(0);
  // Clamped to the list, which can be shorter than at the previous render.
  const active = Math.min(place, pictures.length - 1);
  const [focused, setFocused] = useState(0);
  const rows = useMemo(
    () =>
      widthPx === 0
        ? []
        : justifiedRows(
            pictures.map(({ file }) => file),
            { widthPx, aboutPx: Math.min(200, Math.max(150, widthPx / 5)), gapPx: GAP_PX },
          ),
    [pictures, widthPx],
  );
  const activeRow = rows.findLastIndex(({ first }) => first <= active);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (row) => rows[row]!.heightPx + CAPTION_PX + GAP_PX,
    overscan: 3,
    scrollMargin: topPx,
    // The row with the keyboard focus stays rendered, even when scrolled out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (activeRow < 0 || shown.includes(activeRow)) return shown;
      return [...shown, activeRow].sort((one, other) => one - other);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when `rows` changes, the heights of rows change
  useLayoutEffect(() => virtual.measure(), [rows, virtual]);

  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && rows.length > 0 && last >= rows.length - AHEAD) onLoadMore();
  }, [hasMore, last, rows.length, onLoadMore]);

  useEffect(() => {
    if (focused > 0) grid.current?.querySelector<HTMLElement>('[data-active] a')?.focus({ preventScroll: true });
  }, [focused]);

  const focusOn = (index: number) => {
    setActive(index);
    // Moves the focus after the target row is rendered.
    setFocused((count) => count + 1);
  };
  useScrollPosition({
    count: pictures.length,
    isComplete: !hasMore,
    isSet: rows.length > 0,
    reach: onReach,
    found: () => {
      const index = pictures.findIndex(({ id }) => id === lastOpened());
      if (index !== -1) focusOn(index);
    },
  });

  const goTo = (index: number) => {
    focusOn(index);
    virtual.scrollToIndex(
      rows.findLastIndex(({ first }) => first <= index),
      { align: 'auto' },
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    if (ctrlKey || metaKey) {
      if (key !== 'a') return;
      event.preventDefault();
      selection.all();
    } else if (key === ' ') {
      event.preventDefault();
      if (shiftKey) selection.extendTo(active);
      else selection.toggle(active);
    } else if (key === 'Escape') {
      selection.clear();
    } else {
      const to = nextPlace(key, active, rows, pictures.length);
      if (to === null) return;
      event.preventDefault();
      if (shiftKey) {
        if (selection.ids.size === 0) selection.toggle(active);
        selection.extendTo(to);
      }
      goTo(to);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: no table, because pictures have no columns
    <div
      ref={grid}
      role="grid"
      className="bank-picture-grid"
      aria-label={texts.picture.grid}
      aria-multiselectable
      aria-rowcount={hasMore ? -1 : rows.length}
      data-selecting={selection.ids.size > 0 || undefined}
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {items.map(({ index, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: no table row, because pictures have no columns
          // biome-ignore lint/a11y/useFocusableInteractive: the pictures in the row get the focus
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className="bank-picture-row"
            style={{ gap: GAP_PX, transform: `translateY(${start - topPx}px)` }}
          >
            {row.widthsPx.map((cellWidthPx, nth) => {
              const at = row.first + nth;
              const picture = pictures[at];
              if (!picture) return null;
              return (
                <PictureCell
                  key={picture.id}
                  picture={picture}
                  index={at}
                  widthPx={cellWidthPx}
                  heightPx={row.heightPx}
                  isActive={at === active}
                  isChosen={selection.ids.has(picture.id)}
                  onToggle={selection.toggle}
                  onExtend={selection.extendTo}
                  onActivate={setActive}
                />
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

/** Index of the picture to which a key moves the focus. Null if the key doesn't move it. */
function nextPlace(
  key: string,
  from: number,
  rows: readonly { first: number; widthsPx: readonly number[] }[],
  count: number,
): number | null {
  const within = (to: number) => (to < 0 || to >= count ? null : to);
  if (key === 'ArrowRight') return within(from + 1);
  if (key === 'ArrowLeft') return within(from - 1);
  if (key === 'Home') return within(0);
  if (key === 'End') return within(count - 1);
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 3, PageUp: -3 }[key];
  if (step === undefined) return null;
  const here = rows.findLastIndex(({ first }) => first <= from);
  const row = rows[here];
  const other = rows[Math.min(rows.length - 1, Math.max(0, here + step))];
  if (!row || !other || other === row) return null;
  return other.first + nearest(other.widthsPx, middleOf(row.widthsPx, from - row.first));
}

function middleOf(widthsPx: readonly number[], place: number): number {
  const left = widthsPx.slice(0, place).reduce((sum, width) => sum + width + GAP_PX, 0);
  return left + (widthsPx[place] ?? 0) / 2;
}

function nearest(widthsPx: readonly number[], xPx: number): number {
  const away = widthsPx.map((_, place) => Math.abs(middleOf(widthsPx, place) - xPx));
  return away.indexOf(Math.min(...away));
}

/** Width and top position of the grid in pixels, updated when the layout of the page changes. */
function usePlacing(grid: React.RefObject<HTMLElement | null>): { widthPx: number; topPx: number } {
  const [placing, setPlacing] = useState({ widthPx: 0, topPx: 0 });
  useLayoutEffect(() => {
    const look = () => {
      const box = grid.current?.getBoundingClientRect();
      if (!box) return;
      const widthPx = Math.floor(box.width);
      const topPx = Math.round(box.top + scrollY);
      setPlacing((before) => (before.widthPx === widthPx && before.topPx === topPx ? before : { widthPx, topPx }));
    };
    look();
    const watch = new ResizeObserver(look);
    if (grid.current) watch.observe(grid.current);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [grid]);
  return placing;
}
