import { useSyncExternalStore } from 'react';
import type { AuditReport } from '../../../proof/log-audit/auditor.ts';
import type { CheckNews, CheckOrder, Hindrance } from './messages.ts';
import { allKept, keep } from './storage.ts';

/** What is judged by, and how much is read. */
export interface CheckWishes {
  /** The trust file of whoever checks; null for the one that the service shows. */
  ownTrust: { name: string; text: string } | null;
  full: boolean;
}

export type CheckState =
  /** `size` is null till the newest checkpoint is there; `heldSeconds`: the service lets nobody ask for so long. */
  | { kind: 'UNDER_WAY'; read: number; size: number | null; heldSeconds: number | null }
  | {
      kind: 'REPORTED';
      report: AuditReport;
      /** Name of the file that judged; null for the service's own. */
      ownTrust: string | null;
      isAllRead: boolean;
      /** Two notes, as a text to be saved. */
      evidence: string | null;
      /** Whether this browser remembers it. */
      isKept: boolean;
    }
  | { kind: 'HINDERED'; by: Hindrance; sentence: string }
  | { kind: 'STOPPED'; read: number; size: number | null };

export interface LogCheck {
  state: CheckState | null;
  start(wishes: CheckWishes): void;
  stop(): void;
  /** Takes what has ended off the screen. */
  close(): void;
}

/** One at a time. It goes on whichever screen is looked at. */
let running: Worker | null = null;
let state: CheckState | null = null;
const listeners = new Set<() => void>();

/** A check of the log by this browser, in a thread of its own. */
export function useLogCheck(): LogCheck {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
  return { state: now, start, stop, close: () => become(null) };
}

function start({ ownTrust, full }: CheckWishes): void {
  if (running) return;
  const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
  const told = new Map<string, string | null>();
  let isKept = true;
  running = worker;
  become({ kind: 'UNDER_WAY', read: 0, size: null, heldSeconds: null });
  worker.onmessage = ({ data }: MessageEvent<CheckNews>) => {
    if (data.kind === 'READ') return become({ ...data, kind: 'UNDER_WAY', heldSeconds: null });
    if (data.kind === 'HELD') return hold(data.seconds);
    if (data.kind === 'KEEP') {
      told.set(data.name, data.text);
      isKept = keep(data.name, data.text) && isKept;
      return;
    }
    end();
    if (data.kind === 'HINDERED') return become(data);
    const { report, isAllRead } = data;
    const name = report.fault?.evidence ?? null;
    const evidence = name === null ? null : (told.get(name) ?? allKept()[name] ?? null);
    become({ kind: 'REPORTED', report, ownTrust: ownTrust?.name ?? null, isAllRead, evidence, isKept });
  };
  worker.onerror = () => {
    end();
    become({ kind: 'HINDERED', by: 'BROKEN', sentence: 'What checks could not be loaded. Load the page again.' });
  };
  const order: CheckOrder = { url: location.origin, kept: allKept(), ownTrust: ownTrust?.text ?? null, full };
  worker.postMessage(order);
}

function stop(): void {
  if (state?.kind !== 'UNDER_WAY') return;
  end();
  become({ kind: 'STOPPED', read: state.read, size: state.size });
}

function hold(heldSeconds: number): void {
  if (state?.kind === 'UNDER_WAY') become({ ...state, heldSeconds });
}

function end(): void {
  running?.terminate();
  running = null;
}

function become(next: CheckState | null): void {
  state = next;
  for (const listener of listeners) listener();
}
