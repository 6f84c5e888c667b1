import { Retention } from '../../web/kit/retention.tsx';
import { atMost, enumLabel } from '../../web/kit/values.tsx';
import './candidates.css';

export interface CandidateRow {
  deployment: string;
  reason: string;
  sentence: string;
  mostMicros?: number | null;
  /** Null in the record of a run. */
  retention?: { kind: string; days?: number | null; setting?: string | null; note?: string | null } | null;
}

/** Of a row, in pixels: the lines are drawn to the middle of each. `candidates.css` has it, too. */
const ROW_PX = 76;
const WIDTH = 120;
/** A line that leads nowhere ends before its candidate. */
const BREAK = 24;

/**
 * Where a task goes: a line from it to each deployment that was considered, with the reason beside it. The lines say nothing
 * that the words do not.
 */
export function Candidates({
  from,
  hint,
  candidates,
  path,
}: {
  from: string;
  /** By what it was decided, e.g. `policy 3`. */
  hint: string;
  candidates: readonly CandidateRow[];
  path: readonly string[];
}) {
  const height = candidates.length * ROW_PX;
  const lines = candidates
    .map(({ deployment }, at) => ({ deployment, place: path.indexOf(deployment), y: (at + 0.5) * ROW_PX }))
    // What is lit is drawn last, over the others.
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
        {candidates.map(({ deployment, reason, sentence, mostMicros, retention }) => {
          const place = path.indexOf(deployment) + 1;
          return (
            <li key={deployment} data-standing={place === 1 ? 'taken' : place > 1 ? 'fallback' : 'refused'}>
              <span className="gateway-place">
                {place > 0 ? place : '×'}
                <span className="only-heard">{place > 0 ? ' on the path: ' : ' not on the path: '}</span>
              </span>
              <span>
                <code>{deployment}</code>
                <span className="hint gateway-sentence">{sentence}</span>
              </span>
              <span className="gateway-reason">
                {enumLabel(reason)}
                <span className="hint">{atMost(mostMicros)}</span>
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
