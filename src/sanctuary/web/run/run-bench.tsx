import type { ReactNode } from 'react';
import { dollars } from '../../../platform/text/amount.ts';
import type { TaskFacts } from '../../pure.ts';
import { milliseconds } from '../figures.ts';
import { CodeText } from '../page/code-text.tsx';
import { texts } from '../texts.ts';
import { useRun } from './use-run.ts';

/** Calls the task as an anonymous caller and shows the answer while it streams, always as plain text. */
export function RunBench({ task, prompt }: { task: TaskFacts; prompt: string }) {
  const { run, start, stop } = useRun(task.name);
  const { state, text, headers, firstMs, totalMs, costUsd, problem } = run;
  return (
    <div className="bench">
      <p className="actions">
        <button type="button" className="main" disabled={prompt.trim() === ''} onClick={() => void start(prompt)}>
          {state === 'ready' ? texts.run.call : texts.run.callAgain}
        </button>
        {state === 'running' && (
          <button type="button" onClick={stop}>
            {texts.run.stop}
          </button>
        )}
        <span className="quiet">{answeredBy(task)}</span>
      </p>
      <div className="paper" data-state={state} aria-busy={state === 'running'}>
        {state === 'ready' ? (
          <p className="quiet">{texts.run.empty}</p>
        ) : (
          <pre className="said">
            {text}
            {state === 'running' && <span className="caret" />}
          </pre>
        )}
        {problem && (
          <p className="trouble">
            <CodeText text={problem.message} /> {problem.code && <code>{problem.code}</code>}
          </p>
        )}
      </div>
      <dl className="figures" aria-live="polite">
        <Figure term={texts.run.answeredBy} value={headers?.model} />
        <Figure
          term={texts.run.simulated}
          value={headers?.isSimulated == null ? null : <code>simulated: {String(headers.isSimulated)}</code>}
        />
        <Figure term={texts.run.attempts} value={headers?.attempts} />
        <Figure term={texts.run.firstText} value={firstMs === null ? null : milliseconds(firstMs)} />
        <Figure term={texts.run.totalTime} value={totalMs === null ? null : milliseconds(totalMs)} />
        <Figure
          term={texts.run.cost}
          value={
            state !== 'done' ? null : costUsd === null ? texts.run.costUnknown : dollars(Math.round(costUsd * 1e6))
          }
        />
        <Figure term={texts.run.remaining} value={headers?.left == null ? null : texts.run.runs(headers.left)} />
        <Figure term={texts.run.runId} value={headers && <code>{headers.runId}</code>} />
      </dl>
    </div>
  );
}

function answeredBy({ isSimulated, gates }: TaskFacts): string {
  if (!isSimulated) return texts.run.realModel;
  return gates.includes('APPROVAL') ? texts.run.heldAnswer : texts.run.sandbox;
}

function Figure({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}
