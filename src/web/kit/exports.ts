import { useSyncExternalStore } from 'react';
import { ownHeaders } from './client.ts';
import { LEFT_REASONS } from './outcome.ts';
import { saveFile } from './save-file.ts';
import { want, wantedFor } from './session.ts';

/** How far an export is. It is whole once its last line has come, and is saved then and not before. */
export type ExportState =
  /** `lines` and `bytes` have come so far; nobody knows how many there are in all. */
  | { kind: 'UNDER_WAY'; lines: number; bytes: number }
  | { kind: 'WHOLE'; fileName: string; bytes: number; trailer: ExportTrailer }
  /** Nothing of it was saved: a part of it proves nothing. */
  | { kind: 'BROKEN_OFF'; lines: number; why: string }
  | { kind: 'STOPPED'; lines: number };

/** Last line of an export, without which it was cut off. */
export interface ExportTrailer {
  type: 'trailer';
  entries: number;
  records: number;
  last: { seq: number } | null;
  /** As far as the chain stands in the transparency log. */
  anchor: { seq: number } | null;
}

interface Running {
  state: ExportState;
  stop(): void;
}

/** By path: one of a kind at a time. They go on whichever screen is looked at. */
const exports = new Map<string, Running>();
const listeners = new Set<() => void>();
/** Told at most so often while lines come in, in milliseconds. */
const TOLD_EVERY_MS = 200;
/** Handed to the browser in pieces, which it keeps on the disk where they are many. */
const PIECE_BYTES = 4_000_000;
/** No trailer is longer. */
const LONGEST_LINE = 128_000;
const NEWLINE = 10;

export interface Export {
  state: ExportState | null;
  /** @param address with its filters */
  start(address: string): void;
  stop(): void;
  /** Takes what has ended off the screen. */
  forget(): void;
}

/**
 * An export of the service as a file: JSON Lines that begin with a header and end with a trailer.
 * @param path of it, without filters
 */
export function useExport(path: string): Export {
  const state = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => exports.get(path)?.state ?? null,
  );
  return {
    state,
    start: (address) => void run(path, address),
    stop: () => exports.get(path)?.stop(),
    forget: () => become(path, null),
  };
}

async function run(path: string, address: string): Promise<void> {
  if (exports.get(path)?.state.kind === 'UNDER_WAY') return;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const count = { lines: 0, bytes: 0 };
  const tell = (state: ExportState) => become(path, { state, stop });
  tell({ kind: 'UNDER_WAY', ...count });
  try {
    const response = await answered(address, stopping.signal);
    if (typeof response === 'string') return tell({ kind: 'BROKEN_OFF', lines: 0, why: response });
    const { file, last } = await received(response, count, () => tell({ kind: 'UNDER_WAY', ...count }));
    const trailer = trailerIn(last);
    if (!trailer) return tell({ kind: 'BROKEN_OFF', lines: count.lines, why: CUT });
    const fileName = nameOf(response) ?? path.slice(path.lastIndexOf('/') + 1);
    saveFile(file, fileName);
    tell({ kind: 'WHOLE', fileName, bytes: count.bytes, trailer });
  } catch {
    if (stopping.signal.aborted) tell({ kind: 'STOPPED', lines: count.lines });
    else tell({ kind: 'BROKEN_OFF', lines: count.lines, why: LOST });
  }
}

const CUT = 'The service has ended it before its last line.';
const LOST = 'The connection was lost.';

/** What the service answers, or in words why it does not. What it wants first is asked for. */
async function answered(address: string, signal: AbortSignal): Promise<Response | string> {
  for (;;) {
    const response = await fetch(address, { headers: ownHeaders(), signal });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as {
      code?: string;
      detail?: string;
      title?: string;
    } | null;
    const wanted = wantedFor(problem?.code);
    if (wanted !== null && (await want(wanted))) continue;
    // The service's own words are for programs.
    if (wanted !== null) return LEFT_REASONS[wanted];
    return problem?.detail ?? problem?.title ?? `The service answered ${response.status}.`;
  }
}

/** Counts lines as they come; the last of them is looked at, the others are not. */
async function received(response: Response, count: { lines: number; bytes: number }, tell: () => void) {
  const pieces: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let gatheredBytes = 0;
  let tail = new Uint8Array(0);
  let toldAt = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const byte of value) if (byte === NEWLINE) count.lines += 1;
    count.bytes += value.length;
    gathered.push(value);
    gatheredBytes += value.length;
    tail = endOf(tail, value);
    if (gatheredBytes > PIECE_BYTES) {
      pieces.push(new Blob(gathered));
      gathered = [];
      gatheredBytes = 0;
    }
    if (performance.now() - toldAt < TOLD_EVERY_MS) continue;
    toldAt = performance.now();
    tell();
  }
  const lines = new TextDecoder().decode(tail).trimEnd().split('\n');
  return { file: new Blob([...pieces, ...gathered]), last: lines.at(-1)! };
}

/** As much of the end as a line may be long. */
function endOf(before: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(before.length + more.length);
  joined.set(before);
  joined.set(more, before.length);
  return joined.subarray(Math.max(0, joined.length - LONGEST_LINE));
}

function trailerIn(line: string): ExportTrailer | null {
  try {
    const last = JSON.parse(line) as ExportTrailer;
    return last.type === 'trailer' ? last : null;
  } catch {
    return null;
  }
}

function nameOf(response: Response): string | null {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
}

function become(path: string, running: Running | null): void {
  if (running) exports.set(path, running);
  else exports.delete(path);
  for (const listener of listeners) listener();
}

/** Whoever closes the page now has no file. */
addEventListener('beforeunload', (event) => {
  if ([...exports.values()].some(({ state }) => state.kind === 'UNDER_WAY')) event.preventDefault();
});
