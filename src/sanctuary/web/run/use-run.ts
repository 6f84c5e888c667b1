import { useEffect, useReducer, useRef } from 'react';
import { errorMessage, RequestError } from '../requests.ts';
import { texts } from '../texts.ts';
import { type ChatEvent, type RunHeaders, streamChat } from './stream-chat.ts';

export interface RunView {
  state: 'ready' | 'running' | 'done' | 'failed';
  text: string;
  headers: RunHeaders | null;
  firstMs: number | null;
  totalMs: number | null;
  costUsd: number | null;
  problem: { message: string; code: string | null } | null;
}

const READY: RunView = {
  state: 'ready',
  text: '',
  headers: null,
  firstMs: null,
  totalMs: null,
  costUsd: null,
  problem: null,
};

type Step = { what: 'reset' } | { what: 'start' } | { what: 'event'; event: ChatEvent; ms: number } | FailedStep;
interface FailedStep {
  what: 'failed';
  message: string;
  code: string | null;
}

function next(run: RunView, step: Step): RunView {
  switch (step.what) {
    case 'reset':
      return READY;
    case 'start':
      return { ...READY, state: 'running' };
    case 'failed':
      return { ...run, state: 'failed', problem: { message: step.message, code: step.code } };
    case 'event': {
      const { event, ms } = step;
      if (event.type === 'headers') return { ...run, headers: event.headers };
      if (event.type === 'text') return { ...run, text: run.text + event.text, firstMs: run.firstMs ?? ms };
      const { costUsd, model, isSimulated, attempts } = event;
      const headers = run.headers && { ...run.headers, model, isSimulated, attempts };
      return { ...run, state: 'done', totalMs: ms, costUsd, headers };
    }
  }
}

/** State of the current call of a task. Only one call runs at a time. Choosing a different task resets the state. */
export function useRun(task: string) {
  const [run, dispatch] = useReducer(next, READY);
  const abort = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the task changes
  useEffect(() => {
    dispatch({ what: 'reset' });
    return () => abort.current?.abort();
  }, [task]);

  const start = async (prompt: string) => {
    abort.current?.abort();
    const current = new AbortController();
    abort.current = current;
    const began = performance.now();
    dispatch({ what: 'start' });
    try {
      for await (const event of streamChat({ task, prompt }, current.signal)) {
        dispatch({ what: 'event', event, ms: performance.now() - began });
      }
    } catch (error) {
      if (current.signal.aborted) return;
      dispatch({
        what: 'failed',
        message: errorMessage(error),
        code: error instanceof RequestError ? error.code : null,
      });
    }
  };
  const stop = () => {
    abort.current?.abort();
    dispatch({ what: 'failed', message: texts.run.stopped, code: null });
  };
  return { run, start, stop };
}
