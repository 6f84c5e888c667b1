import { useState } from 'react';
import { atMost } from '../../../platform/text/amount.ts';
import type { Explanation } from '../../pure.ts';
import { texts } from '../texts.ts';

/** The content of the route graph as a table. Screen readers get it even while it is visually hidden. */
export function CandidatesTable({ explanation: { decision } }: { explanation: Explanation }) {
  const [isShown, setShown] = useState(false);
  const { candidates, path } = decision;
  return (
    <div className="as-table">
      <button type="button" className="plain" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? texts.candidates.hide : texts.candidates.show}
      </button>
      <section
        className={isShown ? 'scroll' : 'visually-hidden'}
        aria-label={texts.candidates.table}
        // Can be focused, so that a long table can be scrolled with the keyboard.
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
      <caption>{texts.candidates.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.candidates.deployment}</th>
          <th scope="col">{texts.candidates.position}</th>
          <th scope="col">{texts.candidates.reason}</th>
          <th scope="col">{texts.candidates.explanation}</th>
          <th scope="col">{texts.candidates.cost}</th>
        </tr>
      </thead>
      <tbody>
        {candidates.map(({ deployment, reason, sentence, maxCostMicros }) => (
          <tr key={deployment}>
            <th scope="row">
              <code>{deployment}</code>
            </th>
            <td>{path.includes(deployment) ? path.indexOf(deployment) + 1 : texts.candidates.notOnPath}</td>
            <td>
              <code>{reason}</code>
            </td>
            <td>{sentence}</td>
            <td>{atMost(maxCostMicros)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
