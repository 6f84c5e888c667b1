import { useSyncExternalStore } from 'react';
import type { AuditReport } from '../../../proof/log-audit/auditor.ts';
import { storedTexts, storeText } from './local-storage.ts';
import type { CheckFailure, CheckMessage, CheckRequest } from './messages.ts';
import { texts } from './texts.ts';

/** Trust file for a log check, and the entries that it reads. */
export interface LogCheckOptions {
  /** The user’s trust file. Null to use the service’s. */
  ownTrust: { name: string; text: string } | null;
  full: boolean;
}

export type CheckState =
  /**
   * `size` is the number of entries, null until the newest checkpoint is read. `heldSeconds` is the wait that the service’s rate
   * limit demands.
   */
  | { kind: 'UNDER_WAY'; read: number; size: number | null; heldSeconds: number | null }
  | {
      kind: 'REPORTED';
      report: AuditReport;
      /** Name of the user’s trust file. Null if the service’s was used. */
      ownTrust: string | null;
      isAllRead: boolean;
      /** Two contradicting signed notes as one text. Null if the check found none. */
      evidence: string | null;
      /** True if this browser stored the result for its next check. */
      isStored: boolean;
    }
  | { kind: 'FAILED'; by: CheckFailure; sentence: string }
  | { kind: 'STOPPED'; read: number; size: number | null };

export interface LogCheck {
  state: CheckState | null;
  start(options: LogCheckOptions): void;
  stop(): void;
  /** Clears the shown result of the last check. */
  close(): void;
}

/** Worker of the log check in progress; at most one runs. It continues while the user visits other screens. */
let running: Worker | null = null;
let state: CheckState | null = null;
const listeners = new Set<() => void>();

/** State and controls of the log check, which runs in a worker. */
export function useLogCheck(): LogCheck {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
  return { state: now, start, stop, close: () => setState(null) };
}

function start({ ownTrust, full }: LogCheckOptions): void {
  if (running) return;
  const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
  const stored = new Map<string, string | null>();
  let isStored = true;
  running = worker;
  setState({ kind: 'UNDER_WAY', read: 0, size: null, heldSeconds: null });
  worker.onmessage = ({ data }: MessageEvent<CheckMessage>) => {
    if (data.kind === 'READ') return setState({ ...data, kind: 'UNDER_WAY', heldSeconds: null });
    if (data.kind === 'RATE_LIMITED') return hold(data.seconds);
    if (data.kind === 'STORE') {
      stored.set(data.name, data.text);
      isStored = storeText(data.name, data.text) && isStored;
      return;
    }
    end();
    if (data.kind === 'FAILED') return setState(data);
    const { report, isAllRead } = data;
    const name = report.fault?.evidence ?? null;
    const evidence = name === null ? null : (stored.get(name) ?? storedTexts()[name] ?? null);
    setState({ kind: 'REPORTED', report, ownTrust: ownTrust?.name ?? null, isAllRead, evidence, isStored });
  };
  worker.onerror = () => {
    end();
    setState({ kind: 'FAILED', by: 'BROKEN', sentence: texts.notLoaded });
  };
  const request: CheckRequest = { url: location.origin, kept: storedTexts(), ownTrust: ownTrust?.text ?? null, full };
  worker.postMessage(request);
}

function stop(): void {
  if (state?.kind !== 'UNDER_WAY') return;
  end();
  setState({ kind: 'STOPPED', read: state.read, size: state.size });
}

function hold(heldSeconds: number): void {
  if (state?.kind === 'UNDER_WAY') setState({ ...state, heldSeconds });
}

function end(): void {
  running?.terminate();
  running = null;
}

function setState(next: CheckState | null): void {
  state = next;
  for (const listener of listeners) listener();
}
