import { useState } from 'react';
import { atMost } from '../../../platform/text/amount.ts';
import type { Explanation } from '../../pure.ts';

/** The content of the graph as a table. Screen readers get it even while it is hidden. */
export function CandidatesTable({ explanation: { decision } }: { explanation: Explanation }) {
  const [isShown, setShown] = useState(false);
  const { candidates, path } = decision;
  return (
    <div className="as-table">
      <button type="button" className="plain" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide table' : 'Show table'}
      </button>
      <section
        className={isShown ? 'scroll' : 'visually-hidden'}
        aria-label="Candidates"
        // Makes a long table scrollable by keyboard.
        tabIndex={isShown ? 0 : undefined}
      >
        <CandidateRows candidates={candidates} path={path} />
      </section>
    </div>
  );
}

function CandidateRows({ candidates, path }: Pick<Explanation['decision'], 'candidates' | 'path'>) {
  return (
    <table>
      <caption>Deployments considered, in the order of the policy</caption>
      <thead>
        <tr>
          <th scope="col">Deployment</th>
          <th scope="col">Position</th>
          <th scope="col">Reason</th>
          <th scope="col">Explanation</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {candidates.map(({ deployment, reason, sentence, mostMicros }) => (
          <tr key={deployment}>
            <th scope="row">
              <code>{deployment}</code>
            </th>
            <td>{path.includes(deployment) ? path.indexOf(deployment) + 1 : 'none'}</td>
            <td>
              <code>{reason}</code>
            </td>
            <td>{sentence}</td>
            <td>{atMost(mostMicros)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
