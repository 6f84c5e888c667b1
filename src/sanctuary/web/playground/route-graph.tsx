import { atMost } from '../../../platform/text/amount.ts';
import type { Explanation, TaskFacts } from '../../pure.ts';
import { tokensWords } from '../figures.ts';
import { modelOf, providerOf } from '../state.ts';
import { texts } from '../texts.ts';
import { type Candidate, type PathRole, pathRoleOf } from './path-role.ts';
import { ROW_PX, Wires } from './wires.tsx';

/**
 * The routing decision for one task as a graph. It is hidden from screen readers, which get the same content from
 * `CandidatesTable`.
 */
export function RouteGraph({ task, explanation }: { task: TaskFacts; explanation: Explanation }) {
  const { decision, inputTokens } = explanation;
  const { candidates, path, policyVersion } = decision;
  const roles = candidates.map(pathRoleOf);
  const slash = task.name.indexOf('/') + 1;
  return (
    <div className="graph" aria-hidden="true" data-candidates={candidates.length}>
      <div className="node source">
        <span className="eyebrow">{texts.graph.request}</span>
        <strong>{task.title}</strong>
        <code>
          {task.name.slice(0, slash)}
          <wbr />
          {task.name.slice(slash)}
        </code>
        <span className="quiet">{texts.graph.inputTokens(tokensWords(inputTokens))}</span>
      </div>
      <Wires side="in" roles={roles} label={texts.graph.policy(policyVersion)} />
      <ol className="candidates" data-row={ROW_PX}>
        {candidates.map((candidate, at) => (
          <CandidateNode
            key={candidate.deployment}
            candidate={candidate}
            pathRole={roles[at]!}
            place={path.indexOf(candidate.deployment) + 1}
          />
        ))}
      </ol>
      <Wires side="out" roles={roles} isHeld={explanation.isHeld} />
      <AnswerNode explanation={explanation} />
    </div>
  );
}

function CandidateNode({
  candidate: { deployment, reason, sentence, maxCostMicros },
  pathRole,
  place,
}: {
  candidate: Candidate;
  pathRole: PathRole;
  place: number;
}) {
  return (
    <li className={`node candidate is-${pathRole}`} data-deployment={deployment} data-reason={reason}>
      <span className="badge">{pathRole === 'refused' ? '×' : place}</span>
      <span className="names">
        <span className="eyebrow">{providerOf(deployment)}</span>
        <strong>{modelOf(deployment)}</strong>
      </span>
      <span className="verdict">
        <b>{texts.reasons[reason] ?? reason}</b>
        <span className="quiet">{atMost(maxCostMicros)}</span>
      </span>
      <span className="sentence">{sentence}</span>
    </li>
  );
}

function AnswerNode({ explanation: { decision, isHeld, maxCostMicros } }: { explanation: Explanation }) {
  const { refusal, isSimulated, isNotFinal, isMovedByCap, isPastSoftCap } = decision;
  if (refusal) {
    return (
      <div className="node answer is-nowhere">
        <span className="eyebrow">{texts.graph.refused}</span>
        <strong>{texts.graph.noProvider}</strong>
        <code>{refusal.code}</code>
        <span className="quiet">{texts.graph.noCost}</span>
      </div>
    );
  }
  const marks = [
    isHeld && texts.graph.held,
    isNotFinal && texts.graph.notFinal,
    isSimulated && texts.graph.simulated,
    isMovedByCap && texts.graph.movedByCap,
    isPastSoftCap && !isMovedByCap && texts.graph.pastSoftCap,
  ].filter((mark) => mark !== false);
  return (
    <div className={`node answer${isHeld ? ' is-held' : ''}`}>
      <span className="eyebrow">{texts.graph.answer}</span>
      <strong>{atMost(maxCostMicros)}</strong>
      {marks.length > 0 && (
        <ul>
          {marks.map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
