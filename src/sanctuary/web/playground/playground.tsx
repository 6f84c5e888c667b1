import type { SanctuaryFacts } from '../../pure.ts';
import { modelOf, providerOf, taskNamed } from '../state.ts';
import { texts } from '../texts.ts';
import { CandidatesTable } from './candidates-table.tsx';
import { Controls } from './controls.tsx';
import { RouteGraph } from './route-graph.tsx';
import { summarizeRoute } from './route-summary.ts';
import { TaskPicker } from './task-picker.tsx';
import type { usePlayground } from './use-playground.ts';

/** Shows the routing decision for a task and the chosen settings. Without JavaScript it works as a GET form. */
export function Playground({
  facts,
  playground: { state, explanation, problem, change, retry },
}: {
  facts: SanctuaryFacts;
  playground: ReturnType<typeof usePlayground>;
}) {
  const task = taskNamed(state.task, facts);
  if (!task) return <p className="notice">{texts.playground.noTasks}</p>;
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
                texts.playground.noModel
              ) : (
                texts.playground.notAvailable
              )
            ) : (
              <>
                <span className="visually-hidden">{texts.playground.goesTo}</span>
                <strong>{modelOf(taken)}</strong> <small>{texts.playground.atProvider(providerOf(taken))}</small>
              </>
            )}
          </span>
        </p>
        <p className="why">{why}</p>
      </div>
      {problem && (
        <p className="notice" role="alert">
          {problem}{' '}
          <button type="button" onClick={retry}>
            {texts.playground.explainAgain}
          </button>
        </p>
      )}
      {explanation && <RouteGraph task={task} explanation={explanation} />}
      <Controls state={state} task={task} onChange={change} />
      <noscript>
        <p>
          <label>
            {texts.playground.inputTokens} <input type="number" name="tokens" min="1" defaultValue={state.tokens} />
          </label>{' '}
          <button type="submit">{texts.playground.showRoute}</button>
        </p>
      </noscript>
      {explanation && <CandidatesTable explanation={explanation} />}
      {decision && (
        <p className="fine">
          {state.keys === 'here' ? texts.playground.realKeys : texts.playground.assumedKeys}{' '}
          {texts.playground.computedBy(<code>explainRoute</code>)}{' '}
          {texts.playground.versions(
            decision.policyVersion,
            <code title={texts.playground.hash}>{decision.policySha256.slice(0, 12)}</code>,
            decision.catalogueVersion,
            <code title={texts.playground.hash}>{decision.catalogueSha256.slice(0, 12)}</code>,
          )}{' '}
          {texts.playground.shareAddress}
        </p>
      )}
    </form>
  );
}
