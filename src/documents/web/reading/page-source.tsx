import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SourceBoxesDocument, type SourceBoxesQuery } from '../../../web/generated/documents/graphql.ts';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { Loading } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import type { OpenPdf } from './pdf-engine.ts';
import type { Place } from './place.ts';
import type { SourceDetails } from './source-details.ts';
import { texts } from './texts.ts';
import { type Engine, usePdf } from './use-pdf.ts';

type Box = Extract<SourceBoxesQuery['node'], { __typename: 'DocumentVersion' }>['boxes'][number];

/** Bytes of a PDF that is loaded only on request, because it is loaded as a whole. */
const LARGE_BYTES = 25_000_000;
/** Widths of a page, as multiples of the width of its frame. */
const ZOOMS = [1, 1.25, 1.5, 2, 3, 4];
const NO_BOXES: readonly Box[] = [];

/** Pages of a PDF, one at a time, with the boxes of a passage highlighted. */
export function PageSource({ source, place, onText }: { source: SourceDetails; place: Place | null; onText(): void }) {
  const [isWanted, setWanted] = useState(source.byteSize <= LARGE_BYTES);
  const state = usePdf(source, !isWanted);
  const query = useQueryOf(
    SourceBoxesDocument,
    { id: source.id, start: place?.start ?? 0, end: place?.end ?? 1 },
    { pause: place === null },
  );
  const node = query.data?.node;
  const hasBoxes = place !== null && !query.isStale && node?.__typename === 'DocumentVersion';
  const boxes = hasBoxes ? node.boxes : NO_BOXES;
  if (!isWanted) {
    return (
      <div className="notice">
        <p>{texts.page.large(formatBytes(source.byteSize))}</p>
        <Button size="xs" variant="default" onClick={() => setWanted(true)}>
          {texts.page.load}
        </Button>
      </div>
    );
  }
  if (state.kind === 'FAILED') return <Failed text={texts.page.failed} onText={onText} />;
  if (state.kind === 'LOADING' || (place !== null && !hasBoxes && !query.failure))
    return <Loading rows={12} what={texts.page.loading} />;
  return (
    <>
      {place !== null && boxes.length === 0 && <p className="hint">{texts.page.noBoxes}</p>}
      <Pages key={`${place?.start} ${place?.end}`} {...state} source={source} boxes={boxes} onText={onText} />
    </>
  );
}

function Failed({ text, onText }: { text: string; onText(): void }) {
  return (
    <div className="notice" data-tone="care" role="alert">
      <p>{text}</p>
      <Button size="xs" variant="default" onClick={onText}>
        {texts.source.text}
      </Button>
    </div>
  );
}

function Pages({
  pdf,
  draw,
  source,
  boxes,
  onText,
}: {
  pdf: OpenPdf;
  draw: Engine['drawPage'];
  source: SourceDetails;
  boxes: readonly Box[];
  onText(): void;
}) {
  const passagePage = boxes[0]?.page ?? null;
  const [number, setNumber] = useState(passagePage ?? 1);
  const [typed, setTyped] = useState<string | null>(null);
  const [zoom, setZoom] = useState(0);
  const show = (page: number) => {
    const shown = Math.min(Math.max(page, 1), pdf.pageCount);
    setNumber(shown);
    setTyped(null);
  };
  const isMarked = boxes.some(({ page }) => page === number);
  return (
    <div className="reading-pages">
      <div className="reading-bar">
        <Step label={texts.page.previous} isOff={number <= 1} onClick={() => show(number - 1)}>
          <ChevronLeft size={18} aria-hidden />
        </Step>
        <form
          className="reading-number"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed !== null && /^\d+$/.test(typed)) show(Number(typed));
          }}
        >
          <input
            aria-label={texts.page.number}
            inputMode="numeric"
            maxLength={6}
            value={typed ?? String(number)}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => setTyped(null)}
          />
          <span className="number">{texts.page.of(pdf.pageCount)}</span>
        </form>
        <Step label={texts.page.next} isOff={number >= pdf.pageCount} onClick={() => show(number + 1)}>
          <ChevronRight size={18} aria-hidden />
        </Step>
        <span className="reading-zoom">
          <Step label={texts.page.smaller} isOff={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <ZoomOut size={18} aria-hidden />
          </Step>
          <span className="number">{texts.page.zoom(ZOOMS[zoom]! * 100)}</span>
          <Step label={texts.page.larger} isOff={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
            <ZoomIn size={18} aria-hidden />
          </Step>
        </span>
        <span className="only-heard" role="status">
          {texts.page.shows(number)}
        </span>
        {passagePage !== null && number !== passagePage && (
          <Button size="compact-xs" variant="default" onClick={() => show(passagePage)}>
            {texts.page.toPassage}
          </Button>
        )}
      </div>
      <DrawnPage
        key={number}
        pdf={pdf}
        draw={draw}
        number={number}
        zoom={ZOOMS[zoom]!}
        boxes={boxes.filter(({ page }) => page === number)}
        region={texts.page.region(source.name)}
        label={texts.page.picture(source.name, number, pdf.pageCount, isMarked)}
        onText={onText}
      />
    </div>
  );
}

function Step({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string;
  isOff: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  // `aria-disabled` keeps the focus on the button at the last page.
  return (
    <button
      type="button"
      className="icon-button reading-step"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </button>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function DrawnPage({
  pdf,
  draw,
  number,
  zoom,
  boxes,
  region,
  label,
  onText,
}: {
  pdf: OpenPdf;
  draw: Engine['drawPage'];
  number: number;
  zoom: number;
  boxes: readonly Box[];
  region: string;
  label: string;
  onText(): void;
}) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [frameWidth, setFrameWidth] = useState(0);
  const [size, setSize] = useState<Size | null>(null);
  const [drawn, setDrawn] = useState<'NOT_YET' | 'DRAWN' | 'FAILED'>('NOT_YET');
  const width = Math.floor(frameWidth * zoom);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setFrameWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (width === 0) return;
    let isOver = false;
    let cancel = () => {};
    const run = async () => {
      const page = await pdf.page(number);
      if (isOver || !canvas.current) return;
      const { width: pageWidth, height } = page.getViewport({ scale: 1 });
      setSize({ width: pageWidth, height });
      const drawing = draw(page, canvas.current, width);
      cancel = drawing.cancel;
      await drawing.done;
      if (!isOver) setDrawn('DRAWN');
    };
    run().catch(() => !isOver && setDrawn('FAILED'));
    return () => {
      isOver = true;
      cancel();
    };
  }, [pdf, draw, number, width]);

  const first = boxes[0];
  useEffect(() => {
    if (!first || !size || !frame.current || width === 0) return;
    const scale = width / size.width;
    frame.current.scrollTop = Math.max(0, first.y * scale - frame.current.clientHeight / 4);
    frame.current.scrollLeft = Math.max(0, first.x * scale - frame.current.clientWidth / 4);
  }, [first, size, width]);

  if (drawn === 'FAILED') return <Failed text={texts.page.pageFailed} onText={onText} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that it must be reached by keyboard
    <section ref={frame} className="reading-frame reading-paper" aria-label={region} tabIndex={0}>
      <div
        className="reading-page"
        style={{ width, aspectRatio: size ? `${size.width} / ${size.height}` : '1 / 1.414' }}
      >
        <canvas ref={canvas} role="img" aria-label={label} data-drawn={drawn === 'DRAWN' || undefined} />
        {size &&
          boxes.map(({ x, y, width: boxWidth, height }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: boxes don't change
              key={index}
              className="reading-box"
              aria-hidden
              style={{
                left: `${(x / size.width) * 100}%`,
                top: `${(y / size.height) * 100}%`,
                width: `${(boxWidth / size.width) * 100}%`,
                height: `${(height / size.height) * 100}%`,
              }}
            />
          ))}
      </div>
    </section>
  );
}
