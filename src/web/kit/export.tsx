import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useRef } from 'react';
import { announce } from './announce.tsx';
import type { Export, ExportTrailer } from './exports.ts';
import { Progress } from './progress.tsx';
import { texts } from './texts.ts';

/** Button that starts an export. `ExportProgress` displays its progress. */
export function ExportButton({
  exported: { state, start },
  address,
  label = texts.exports.button,
}: {
  exported: Export;
  address: string;
  label?: string;
}) {
  const isUnderWay = state?.kind === 'UNDER_WAY';
  const begin = (event: MouseEvent) => {
    // If a modifier key is pressed, the browser opens or downloads the link itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!isUnderWay) start(address);
  };
  return (
    <Button
      component="a"
      href={address}
      download
      variant="default"
      data-disabled={isUnderWay || undefined}
      aria-disabled={isUnderWay}
      onClick={begin}
    >
      {label}
    </Button>
  );
}

/**
 * Displays the number of lines received, and at the end whether the file is complete. Displays nothing before an export starts.
 */
export function ExportProgress({
  exported: { state, start, stop, forget },
  address,
}: {
  exported: Export;
  address: string;
}) {
  const was = useRef(state?.kind);
  useEffect(() => {
    if (was.current === 'UNDER_WAY' && state?.kind === 'WHOLE') announce(texts.exports.completed);
    was.current = state?.kind;
  }, [state?.kind]);
  if (!state) return null;
  if (state.kind === 'UNDER_WAY') {
    return (
      <div className="export">
        <Progress label={texts.exports.progress(lines(state.lines), size(state.bytes))} share={null} />
        <button type="button" className="link-button" onClick={stop}>
          {texts.exports.stop}
        </button>
      </div>
    );
  }
  if (state.kind === 'WHOLE') {
    const { fileName, bytes, trailer } = state;
    return (
      <div className="notice" role="status">
        <p>
          {texts.exports.complete(
            <code>{fileName}</code>,
            number(trailer.records),
            number(trailer.entries),
            size(bytes),
          )}
        </p>
        <p className="hint">
          {texts.exports.verify(anchorIn(trailer), <code>imprimatur audit --export {fileName}</code>)}
        </p>
        <button type="button" className="link-button" onClick={forget}>
          {texts.common.close}
        </button>
      </div>
    );
  }
  return (
    <div className="notice" data-tone={state.kind === 'STOPPED' ? 'plain' : 'bad'} role="alert">
      <p>
        {state.kind === 'STOPPED'
          ? texts.exports.stopped(lines(state.lines))
          : texts.exports.failed(lines(state.lines), state.why)}{' '}
        {texts.exports.nothingSaved}
      </p>
      <span className="row-actions">
        <Button variant="default" size="xs" onClick={() => start(address)}>
          {texts.exports.again}
        </Button>
        <button type="button" className="link-button" onClick={forget}>
          {texts.common.close}
        </button>
      </span>
    </div>
  );
}

function anchorIn({ anchor, last }: ExportTrailer): string {
  if (!last) return texts.exports.anchor.empty;
  if (!anchor) return texts.exports.anchor.none;
  if (anchor.seq >= last.seq) return texts.exports.anchor.all;
  return texts.exports.anchor.upTo(number(anchor.seq), number(last.seq));
}

const number = (value: number) => value.toLocaleString('en-US');
const lines = texts.exports.lines;

function size(bytes: number): string {
  if (bytes < 1_000) return texts.exports.bytes(bytes);
  return bytes < 1_000_000
    ? texts.exports.kilobytes(Math.round(bytes / 1_000))
    : texts.exports.megabytes((bytes / 1_000_000).toFixed(1));
}
