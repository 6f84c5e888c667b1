import { useSyncExternalStore } from 'react';
import { ownHeaders } from './client.ts';
import { LEFT_REASONS } from './outcome.ts';
import { saveFile } from './save-file.ts';
import { requestStep, stepFor } from './session.ts';
import { texts } from './texts.ts';

/** State of an export: running, complete, failed or stopped. The file is saved only when its last line has arrived. */
export type ExportState =
  /** The export is running. `lines` and `bytes` were received so far. The total is unknown. */
  | { kind: 'UNDER_WAY'; lines: number; bytes: number }
  | { kind: 'WHOLE'; fileName: string; bytes: number; trailer: ExportTrailer }
  /**
   * The export failed: it was refused, the connection was lost, or the last line is missing. Nothing was saved, because a
   * partial export proves nothing.
   */
  | { kind: 'BROKEN_OFF'; lines: number; why: string }
  | { kind: 'STOPPED'; lines: number };

/** Last line of an export. A file without it was cut off. */
export interface ExportTrailer {
  type: 'trailer';
  entries: number;
  records: number;
  last: { seq: number } | null;
  /** Last entry of the export's hash chain that is in the transparency log. */
  anchor: { seq: number } | null;
}

interface ExportRun {
  state: ExportState;
  stop(): void;
}

/**
 * Exports by path, at most one per path: running ones, and finished ones until the user hides their result. Exports continue
 * when the user opens another screen.
 */
const exports = new Map<string, ExportRun>();
const listeners = new Set<() => void>();
/** Minimum milliseconds between two updates of the displayed progress. */
const NOTIFY_INTERVAL_MS = 200;
/** Bytes after which the received data is handed to the browser as a blob. The browser can keep many blobs on disk. */
const PIECE_BYTES = 4_000_000;
/** Maximum bytes of an export's last line. */
const LONGEST_LINE = 128_000;
const NEWLINE = 10;

export interface Export {
  state: ExportState | null;
  /**
   * Starts the export.
   * @param address URL of the export, with filters
   */
  start(address: string): void;
  stop(): void;
  /** Removes the state of a finished export from the screen. */
  forget(): void;
}

/**
 * State of an export, and functions to control it. An export is a file of JSON Lines whose first and last lines describe it.
 * @param path path of the export, without filters
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
    start: (address) => void runExport(path, address),
    stop: () => exports.get(path)?.stop(),
    forget: () => setRun(path, null),
  };
}

async function runExport(path: string, address: string): Promise<void> {
  if (exports.get(path)?.state.kind === 'UNDER_WAY') return;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const count = { lines: 0, bytes: 0 };
  const report = (state: ExportState) => setRun(path, { state, stop });
  report({ kind: 'UNDER_WAY', ...count });
  try {
    const response = await requestExport(address, stopping.signal);
    if (typeof response === 'string') return report({ kind: 'BROKEN_OFF', lines: 0, why: response });
    const { file, last } = await readExport(response, count, () => report({ kind: 'UNDER_WAY', ...count }));
    const trailer = trailerIn(last);
    if (!trailer) return report({ kind: 'BROKEN_OFF', lines: count.lines, why: CUT });
    const fileName = nameOf(response) ?? path.slice(path.lastIndexOf('/') + 1);
    saveFile(file, fileName);
    report({ kind: 'WHOLE', fileName, bytes: count.bytes, trailer });
  } catch {
    if (stopping.signal.aborted) report({ kind: 'STOPPED', lines: count.lines });
    else report({ kind: 'BROKEN_OFF', lines: count.lines, why: LOST });
  }
}

const CUT = texts.exports.cutOff;
const LOST = texts.exports.connectionLost;

/**
 * Requests an export. Returns the response, or a sentence that says why it failed. Asks the user for a sign-in or confirmation
 * first if needed.
 */
async function requestExport(address: string, signal: AbortSignal): Promise<Response | string> {
  for (;;) {
    const response = await fetch(address, { headers: ownHeaders(), signal });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as {
      code?: string;
      detail?: string;
      title?: string;
    } | null;
    const step = stepFor(problem?.code);
    if (step !== null && (await requestStep(step))) continue;
    // Returns the kit's own sentence, because the service's message about the session is written for programs.
    if (step !== null) return LEFT_REASONS[step];
    return problem?.detail ?? problem?.title ?? texts.exports.status(response.status);
  }
}

/** Reads an export, counts its lines as they arrive, and returns the file and its last line. */
async function readExport(response: Response, count: { lines: number; bytes: number }, report: () => void) {
  const pieces: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let gatheredBytes = 0;
  let tail = new Uint8Array(0);
  let reportedAt = 0;
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
    if (performance.now() - reportedAt < NOTIFY_INTERVAL_MS) continue;
    reportedAt = performance.now();
    report();
  }
  const lines = new TextDecoder().decode(tail).trimEnd().split('\n');
  return { file: new Blob([...pieces, ...gathered]), last: lines.at(-1)! };
}

/** Last bytes received, at most as many as an export's last line can have. */
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

function setRun(path: string, running: ExportRun | null): void {
  if (running) exports.set(path, running);
  else exports.delete(path);
  for (const listener of listeners) listener();
}

/** Warns the user, because closing the page cancels running exports. */
addEventListener('beforeunload', (event) => {
  if ([...exports.values()].some(({ state }) => state.kind === 'UNDER_WAY')) event.preventDefault();
});
