import { Retention } from '../../web/kit/retention.tsx';
import { atMost, enumLabel } from '../../web/kit/values.tsx';
import './candidates.css';
import { texts } from './texts.ts';

export interface CandidateRow {
  deployment: string;
  reason: string;
  sentence: string;
  maxCostMicros?: number | null;
  /** Data that the provider keeps. Null in stored runs. */
  retention?: { kind: string; days?: number | null; setting?: string | null; note?: string | null } | null;
}

/** Height of a row in pixels. Lines end at the middle of a row. `candidates.css` has the same value. */
const ROW_PX = 76;
const WIDTH = 120;
/** Pixels by which the line of an excluded candidate is shorter. */
const BREAK = 24;

/** Graph from a task to each considered deployment, with the reason. The lines repeat what the text says. */
export function Candidates({
  from,
  hint,
  candidates,
  path,
}: {
  from: string;
  /** Basis of the decision, e.g. `policy 3`. */
  hint: string;
  candidates: readonly CandidateRow[];
  path: readonly string[];
}) {
  const height = candidates.length * ROW_PX;
  const lines = candidates
    .map(({ deployment }, at) => ({ deployment, place: path.indexOf(deployment), y: (at + 0.5) * ROW_PX }))
    // Draw the chosen line last, on top of the others.
    .toSorted((a, b) => Number(a.place === 0) - Number(b.place === 0));
  return (
    <div className="gateway-graph">
      <div className="gateway-source">
        <code>{from}</code>
        <span className="hint">{hint}</span>
      </div>
      <svg
        className="gateway-wires"
        aria-hidden="true"
        width={WIDTH}
        height={height}
        viewBox={`0 0 ${WIDTH} ${height}`}
      >
        {lines.map(({ deployment, place, y }) => (
          <path
            key={deployment}
            data-standing={place === 0 ? 'taken' : place > 0 ? 'fallback' : 'refused'}
            d={bend(height / 2, place < 0 ? WIDTH - BREAK : WIDTH, y)}
          />
        ))}
      </svg>
      <ol className="gateway-candidates">
        {candidates.map(({ deployment, reason, sentence, maxCostMicros, retention }) => {
          const place = path.indexOf(deployment) + 1;
          return (
            <li key={deployment} data-standing={place === 1 ? 'taken' : place > 1 ? 'fallback' : 'refused'}>
              <span className="gateway-place">
                {place > 0 ? place : '×'}
                <span className="only-heard">{place > 0 ? texts.route.onPath : texts.route.offPath}</span>
              </span>
              <span>
                <code>{deployment}</code>
                <span className="hint gateway-sentence">{sentence}</span>
              </span>
              <span className="gateway-reason">
                {enumLabel(reason)}
                <span className="hint">{atMost(maxCostMicros)}</span>
                {retention && (
                  <span className="hint">
                    <Retention {...retention} />
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function bend(y: number, toX: number, toY: number): string {
  return `M0 ${y}C${toX / 2} ${y} ${toX / 2} ${toY} ${toX} ${toY}`;
}
