import { useEffect, useReducer, useRef } from 'react';
import type { TaskFacts } from '../../../sanctuary/page-bundle.ts';
import { listen, Refused, wordsOf } from '../ask.ts';
import { dollars, milliseconds } from '../figures.ts';
import { RUN_SUBSCRIPTION } from './snippets.ts';

interface Outcome {
  runId: string;
  attempts: number;
  costMicros: number | null;
  isSimulated: boolean;
}

type TaskEvent =
  | { __typename: 'TaskBegun'; deployment: string; model: string; isSimulated: boolean }
  | { __typename: 'TaskDelta'; text: string | null }
  | ({ __typename: 'TaskOutcome' } & Outcome)
  | { __typename: 'TaskHeld'; outcome: Outcome }
  | { __typename: 'TaskFailed'; code: string; message: string };

interface Run {
  state: 'ready' | 'running' | 'done' | 'held' | 'failed';
  text: string;
  model: string | null;
  isSimulated: boolean;
  firstMs: number | null;
  totalMs: number | null;
  outcome: Outcome | null;
  trouble: { message: string; code: string | null } | null;
}

const READY: Run = {
  ...{ state: 'ready', text: '', model: null, isSimulated: false },
  ...{ firstMs: null, totalMs: null, outcome: null, trouble: null },
};

type Step = { begin: true } | { more: string; firstMs: number } | { changes: Partial<Run> };

function next(run: Run, step: Step): Run {
  if ('begin' in step) return { ...READY, state: 'running' };
  if ('more' in step) return { ...run, text: run.text + step.more, firstMs: step.firstMs };
  return { ...run, ...step.changes };
}

/** Calls the task as a stranger, and shows what comes while it comes. */
export function RunBench({ task, prompt }: { task: TaskFacts; prompt: string }) {
  const [run, tell] = useReducer(next, READY);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  // Another task is another call: what the last one said is not this one's answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the task counts
  useEffect(() => {
    abort.current?.abort();
    tell({ changes: READY });
  }, [task.name]);

  const start = async () => {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    const began = performance.now();
    tell({ begin: true });
    let first: number | null = null;
    try {
      const input = { task: task.name, messages: [{ role: 'USER', content: prompt }] };
      for await (const { taskRun } of listen<{ taskRun: TaskEvent }>(RUN_SUBSCRIPTION, { input }, mine.signal)) {
        const totalMs = performance.now() - began;
        switch (taskRun.__typename) {
          case 'TaskBegun':
            tell({ changes: { model: taskRun.model, isSimulated: taskRun.isSimulated } });
            break;
          case 'TaskDelta':
            first ??= totalMs;
            if (taskRun.text !== null) tell({ more: taskRun.text, firstMs: first });
            break;
          case 'TaskOutcome':
            tell({ changes: { state: 'done', totalMs, outcome: taskRun } });
            break;
          case 'TaskHeld':
            tell({ changes: { state: 'held', totalMs, outcome: taskRun.outcome } });
            // Its state would come once somebody has decided, which may be days.
            mine.abort();
            return;
          case 'TaskFailed':
            tell({ changes: { state: 'failed', totalMs, trouble: taskRun } });
        }
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      const code = error instanceof Refused ? error.code : null;
      tell({ changes: { state: 'failed', trouble: { message: wordsOf(error), code } } });
    }
  };
  const stop = () => {
    abort.current?.abort();
    tell({ changes: { state: 'failed', trouble: { message: 'You have stopped it.', code: null } } });
  };

  const { state, text, model, isSimulated, firstMs, totalMs, outcome, trouble } = run;
  return (
    <div className="bench">
      <p className="actions">
        <button type="button" className="main" disabled={prompt.trim() === ''} onClick={start}>
          {state === 'ready' ? 'Run' : 'Run again'}
        </button>
        {state === 'running' && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        <span className="quiet">
          {task.isSimulated
            ? 'By the sandbox: simulated, free, so many a day.'
            : 'This service has a key for this task: strangers are refused, and a key of yours runs it for real.'}
        </span>
      </p>
      <div className="paper" data-state={state} aria-busy={state === 'running'}>
        <pre className="answer">
          {text}
          {state === 'running' && <span className="caret" />}
        </pre>
        {state === 'ready' && <p className="quiet">The answer is written here, word by word.</p>}
        {state === 'held' && (
          <p>
            The task is done, and what it says is held until a person approves it. That is what{' '}
            <a href="#publish-gate">the gate</a> is for.
          </p>
        )}
        {trouble && (
          <p className="trouble">
            {trouble.message} {trouble.code && <a href={`#error-${trouble.code}`}>{trouble.code}</a>}
          </p>
        )}
      </div>
      <dl className="figures" aria-live="polite">
        <Figure term="Answered by" value={model} />
        <Figure term="simulated" value={model === null ? null : String(isSimulated)} isCode />
        <Figure term="First words" value={firstMs === null ? null : milliseconds(firstMs)} />
        <Figure term="All of it" value={totalMs === null ? null : milliseconds(totalMs)} />
        <Figure term="Attempts" value={outcome && String(outcome.attempts)} />
        <Figure term="Cost" value={outcome && dollars(outcome.costMicros)} />
        <Figure term="Run" value={outcome?.runId ?? null} isCode />
      </dl>
    </div>
  );
}

function Figure({ term, value, isCode = false }: { term: string; value: string | null; isCode?: boolean }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value === null ? '–' : isCode ? <code>{value}</code> : value}</dd>
    </div>
  );
}
