import { useEffect, useReducer, useRef } from 'react';
import { Refused, wordsOf } from '../ask.ts';
import { type Begun, type ChatEvent, streamChat } from './stream-chat.ts';

export interface Run {
  state: 'ready' | 'running' | 'done' | 'failed';
  text: string;
  begun: Begun | null;
  firstMs: number | null;
  totalMs: number | null;
  costUsd: number | null;
  trouble: { message: string; code: string | null } | null;
}

const READY: Run = {
  state: 'ready',
  text: '',
  begun: null,
  firstMs: null,
  totalMs: null,
  costUsd: null,
  trouble: null,
};

type Step = { what: 'reset' } | { what: 'start' } | { what: 'heard'; event: ChatEvent; ms: number } | Failed;
interface Failed {
  what: 'failed';
  message: string;
  code: string | null;
}

function next(run: Run, step: Step): Run {
  switch (step.what) {
    case 'reset':
      return READY;
    case 'start':
      return { ...READY, state: 'running' };
    case 'failed':
      return { ...run, state: 'failed', trouble: { message: step.message, code: step.code } };
    case 'heard': {
      const { event, ms } = step;
      if (event.type === 'begun') return { ...run, begun: event.begun };
      if (event.type === 'text') return { ...run, text: run.text + event.text, firstMs: run.firstMs ?? ms };
      const { costUsd, model, isSimulated, attempts } = event;
      const begun = run.begun && { ...run.begun, model, isSimulated, attempts };
      return { ...run, state: 'done', totalMs: ms, costUsd, begun };
    }
  }
}

/** One call at a time of a task, and what came of it. Another task begins with an empty sheet. */
export function useRun(task: string) {
  const [run, tell] = useReducer(next, READY);
  const abort = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another task is what it is for
  useEffect(() => {
    tell({ what: 'reset' });
    return () => abort.current?.abort();
  }, [task]);

  const start = async (prompt: string) => {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    const began = performance.now();
    tell({ what: 'start' });
    try {
      for await (const event of streamChat({ task, prompt }, mine.signal)) {
        tell({ what: 'heard', event, ms: performance.now() - began });
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      tell({ what: 'failed', message: wordsOf(error), code: error instanceof Refused ? error.code : null });
    }
  };
  const stop = () => {
    abort.current?.abort();
    tell({ what: 'failed', message: 'You have stopped it. What had come until then is shown.', code: null });
  };
  return { run, start, stop };
}
