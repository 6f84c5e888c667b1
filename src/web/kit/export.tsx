import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useRef } from 'react';
import { announce } from './announce.tsx';
import type { Export, ExportTrailer } from './exports.ts';
import { Progress } from './progress.tsx';

/** Begins an export. What becomes of it is shown by `ExportProgress`. */
export function ExportButton({
  exported: { state, start },
  address,
  label = 'Export',
}: {
  exported: Export;
  address: string;
  label?: string;
}) {
  const isUnderWay = state?.kind === 'UNDER_WAY';
  const begin = (event: MouseEvent) => {
    // Whoever asks for another tab or the address has the file from the browser itself.
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

/** How many lines have come, and once it has ended, whether the file is whole. Nothing while there is none. */
export function ExportProgress({
  exported: { state, start, stop, forget },
  address,
}: {
  exported: Export;
  address: string;
}) {
  const was = useRef(state?.kind);
  useEffect(() => {
    if (was.current === 'UNDER_WAY' && state?.kind === 'WHOLE') announce('The export is whole.');
    was.current = state?.kind;
  }, [state?.kind]);
  if (!state) return null;
  if (state.kind === 'UNDER_WAY') {
    return (
      <div className="export">
        <Progress label={`Export: ${lines(state.lines)} so far, ${size(state.bytes)}`} share={null} />
        <button type="button" className="link-button" onClick={stop}>
          Stop
        </button>
      </div>
    );
  }
  if (state.kind === 'WHOLE') {
    const { fileName, bytes, trailer } = state;
    return (
      <div className="notice" role="status">
        <p>
          <code>{fileName}</code> is whole, and was handed to the browser to be saved: {number(trailer.records)} of{' '}
          {number(trailer.entries)} entries of the chain are what was asked for; {size(bytes)}.
        </p>
        <p className="hint">
          {anchorIn(trailer)} Nothing of it was checked here; <code>imprimatur audit --export {fileName}</code> does
          that.
        </p>
        <button type="button" className="link-button" onClick={forget}>
          Close
        </button>
      </div>
    );
  }
  return (
    <div className="notice" data-tone={state.kind === 'STOPPED' ? 'plain' : 'bad'} role="alert">
      <p>
        {state.kind === 'STOPPED'
          ? `The export was stopped after ${lines(state.lines)}.`
          : `The export broke off after ${lines(state.lines)}. ${state.why}`}{' '}
        Nothing of it was saved: a part proves nothing.
      </p>
      <span className="row-actions">
        <Button variant="default" size="xs" onClick={() => start(address)}>
          Export again
        </Button>
        <button type="button" className="link-button" onClick={forget}>
          Close
        </button>
      </span>
    </div>
  );
}

function anchorIn({ anchor, last }: ExportTrailer): string {
  if (!last) return 'There is no entry in it.';
  if (!anchor) return 'None of it stands in the transparency log yet.';
  if (anchor.seq >= last.seq) return 'It says that all of it stands in the transparency log.';
  return `It says that it stands in the transparency log up to entry ${number(anchor.seq)} of ${number(last.seq)}.`;
}

const number = (value: number) => value.toLocaleString('en-US');
const lines = (count: number) => (count === 1 ? '1 line' : `${number(count)} lines`);

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
