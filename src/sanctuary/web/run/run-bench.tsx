import type { ReactNode } from 'react';
import { dollars } from '../../../platform/text/amount.ts';
import type { TaskFacts } from '../../pure.ts';
import { grouped, milliseconds } from '../figures.ts';
import { CodeText } from '../page/code-text.tsx';
import { useRun } from './use-run.ts';

/** Calls the task as a stranger, and shows what comes while it comes: as text, whatever it says. */
export function RunBench({ task, prompt }: { task: TaskFacts; prompt: string }) {
  const { run, start, stop } = useRun(task.name);
  const { state, text, headers, firstMs, totalMs, costUsd, trouble } = run;
  return (
    <div className="bench">
      <p className="actions">
        <button type="button" className="main" disabled={prompt.trim() === ''} onClick={() => void start(prompt)}>
          {state === 'ready' ? 'Call the task' : 'Call again'}
        </button>
        {state === 'running' && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        <span className="quiet">{whoAnswers(task)}</span>
      </p>
      <div className="paper" data-state={state} aria-busy={state === 'running'}>
        {state === 'ready' ? (
          <p className="quiet">The answer is written here, word by word.</p>
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
        <Figure term="First words" value={firstMs === null ? null : milliseconds(firstMs)} />
        <Figure term="All of it" value={totalMs === null ? null : milliseconds(totalMs)} />
        <Figure
          term="Cost"
          value={state !== 'done' ? null : costUsd === null ? 'unknown' : dollars(Math.round(costUsd * 1e6))}
        />
        <Figure term="Left for today" value={headers?.left == null ? null : `${grouped(headers.left)} runs`} />
        <Figure term="In the log as" value={headers && <code>{headers.runId}</code>} />
      </dl>
    </div>
  );
}

function whoAnswers({ isSimulated, gates }: TaskFacts): string {
  if (!isSimulated) return 'There is a key for this task here, so strangers are refused: it runs with a key of yours.';
  if (gates.includes('APPROVAL')) {
    return 'What it says is held until a person approves it, and handed to who asked: strangers are refused.';
  }
  return 'By the sandbox: simulated, free, so many a day.';
}

function Figure({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}
