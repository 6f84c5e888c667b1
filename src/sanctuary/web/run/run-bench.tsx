import type { ReactNode } from 'react';
import { dollars } from '../../../platform/text/amount.ts';
import type { TaskFacts } from '../../pure.ts';
import { grouped, milliseconds } from '../figures.ts';
import { CodeText } from '../page/code-text.tsx';
import { useRun } from './use-run.ts';

/** Calls the task as an anonymous caller and streams the answer, always as plain text. */
export function RunBench({ task, prompt }: { task: TaskFacts; prompt: string }) {
  const { run, start, stop } = useRun(task.name);
  const { state, text, headers, firstMs, totalMs, costUsd, trouble } = run;
  return (
    <div className="bench">
      <p className="actions">
        <button type="button" className="main" disabled={prompt.trim() === ''} onClick={() => void start(prompt)}>
          {state === 'ready' ? 'Call the task' : 'Call the task again'}
        </button>
        {state === 'running' && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        <span className="quiet">{answeredBy(task)}</span>
      </p>
      <div className="paper" data-state={state} aria-busy={state === 'running'}>
        {state === 'ready' ? (
          <p className="quiet">The answer appears here.</p>
        ) : (
          <pre className="said">
            {text}
            {state === 'running' && <span className="caret" />}
          </pre>
        )}
        {trouble && (
          <p className="trouble">
            <CodeText text={trouble.message} /> {trouble.code && <code>{trouble.code}</code>}
          </p>
        )}
      </div>
      <dl className="figures" aria-live="polite">
        <Figure term="Answered by" value={headers?.model} />
        <Figure
          term="Simulated"
          value={headers?.isSimulated == null ? null : <code>simulated: {String(headers.isSimulated)}</code>}
        />
        <Figure term="Attempts" value={headers?.attempts} />
        <Figure term="Time to first text" value={firstMs === null ? null : milliseconds(firstMs)} />
        <Figure term="Total time" value={totalMs === null ? null : milliseconds(totalMs)} />
        <Figure
          term="Cost"
          value={state !== 'done' ? null : costUsd === null ? 'unknown' : dollars(Math.round(costUsd * 1e6))}
        />
        <Figure term="Remaining today" value={headers?.left == null ? null : `${grouped(headers.left)} runs`} />
        <Figure term="Run id" value={headers && <code>{headers.runId}</code>} />
      </dl>
    </div>
  );
}

function answeredBy({ isSimulated, gates }: TaskFacts): string {
  if (!isSimulated)
    return 'A real model answers this task here, so a call needs an API key. Anonymous callers are refused.';
  if (gates.includes('APPROVAL')) {
    return 'The answer is held until a person approves it, so a call needs an API key. Anonymous callers are refused.';
  }
  return 'Answered by the sandbox: simulated, free, with a daily limit.';
}

function Figure({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}
