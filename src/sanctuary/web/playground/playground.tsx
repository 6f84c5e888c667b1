import type { SanctuaryFacts } from '../../pure.ts';
import { modelOf, providerOf, taskNamed } from '../state.ts';
import { CandidatesTable } from './candidates-table.tsx';
import { Controls } from './controls.tsx';
import { RouteGraph } from './route-graph.tsx';
import { summarizeRoute } from './route-summary.ts';
import { TaskPicker } from './task-picker.tsx';
import type { usePlayground } from './use-playground.ts';

/** Explains the route of a task under the chosen assumptions. Without scripts it works as a GET form. */
export function Playground({
  facts,
  playground: { state, explanation, trouble, change, retry },
}: {
  facts: SanctuaryFacts;
  playground: ReturnType<typeof usePlayground>;
}) {
  const task = taskNamed(state.task, facts);
  if (!task) return <p className="notice">The catalogue has no tasks at the moment.</p>;
  const { taken, why } = summarizeRoute(explanation);
  const decision = explanation?.decision;
  return (
    <form className="playground" method="get" action="#frontier-ai-gateway">
      <TaskPicker clusters={facts.clusters} task={state.task} onChange={change} />
      <div className="outcome" aria-live="polite">
        <p className="goes">
          <code>{task.name}</code>
          <span aria-hidden="true"> → </span>
          <span className="to">
            {taken === null ? (
              explanation ? (
                'no eligible model'
              ) : (
                'not available'
              )
            ) : (
              <>
                <span className="visually-hidden">goes to </span>
                <strong>{modelOf(taken)}</strong> <small>at {providerOf(taken)}</small>
              </>
            )}
          </span>
        </p>
        <p className="why">{why}</p>
      </div>
      {trouble && (
        <p className="notice" role="alert">
          {trouble}{' '}
          <button type="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {explanation && <RouteGraph task={task} explanation={explanation} />}
      <Controls state={state} task={task} onChange={change} />
      <noscript>
        <p>
          <label>
            Input tokens <input type="number" name="tokens" min="1" defaultValue={state.tokens} />
          </label>{' '}
          <button type="submit">Show route</button>
        </p>
      </noscript>
      {explanation && <CandidatesTable explanation={explanation} />}
      {decision && (
        <p className="fine">
          {state.keys === 'here'
            ? 'Uses the keys of this service; the sandbox replaces missing ones.'
            : 'Keys and spending are assumed. Choose the keys “As configured” to see what a call would get now.'}{' '}
          Computed by the live gateway with <code>explainRoute</code>, which calls no provider and costs nothing. Policy{' '}
          {decision.policyVersion} <code title="SHA-256">{decision.policySha256.slice(0, 12)}</code>, catalogue{' '}
          {decision.catalogueVersion} <code title="SHA-256">{decision.catalogueSha256.slice(0, 12)}</code>. The address
          of this page contains all choices, so you can share it.
        </p>
      )}
    </form>
  );
}
