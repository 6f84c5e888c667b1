import { texts } from '../texts.ts';
import type { PathRole } from './path-role.ts';

/** Height of a candidate’s row in pixels. `graph.css` contains the same value. */
export const ROW_PX = 116;
const WIDTH = { in: 168, out: 112 } as const;
/** Horizontal position at which the line from the request meets the policy, in pixels. */
const JUNCTION = 56;
/** Length in pixels of the gap between a refused candidate and the line that leads to it. */
const BREAK = 22;

interface WiresProps {
  side: 'in' | 'out';
  roles: readonly PathRole[];
  label?: string;
  isHeld?: boolean;
}

/** The lines on one side of the candidates in the route graph. The line of the chosen path is drawn last, above the others. */
export function Wires({ side, roles, label, isHeld = false }: WiresProps) {
  const width = WIDTH[side];
  const height = roles.length * ROW_PX;
  const middle = height / 2;
  const isIn = side === 'in';
  const order: PathRole[] = ['refused', 'fallback', 'taken'];
  const lines = roles
    .map((role, at) => ({ role, y: (at + 0.5) * ROW_PX }))
    .filter(({ role }) => isIn || role !== 'refused')
    .toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
  const isLit = roles.includes('taken');
  return (
    <svg
      aria-hidden="true"
      className={`wires wires-${side}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      {isIn && <path className={`wire ${isLit ? 'is-taken' : 'is-refused'}`} d={`M0 ${middle}H${JUNCTION}`} />}
      {lines.map(({ role, y }) => {
        const end = isIn ? (role === 'refused' ? width - BREAK : width) : width;
        const d = isIn ? bend(JUNCTION, middle, end, y) : bend(0, y, width - (isHeld ? 26 : 0), middle);
        return (
          <g key={`${y}-${role}`}>
            <path className={`wire is-${role}`} d={d} pathLength={1} />
            {role === 'taken' && <path className="pulse" d={d} pathLength={1} />}
            {isIn && role === 'refused' && <path className="stop" d={`M${end} ${y - 5}v10`} />}
          </g>
        );
      })}
      {isIn && (
        <>
          <path className="policy" d={`M${JUNCTION} ${middle - 9}l9 9l-9 9l-9 -9z`} />
          <text x={JUNCTION} y={middle + 28} textAnchor="middle">
            {label}
          </text>
        </>
      )}
      {isHeld && !isIn && isLit && (
        <g className="gate">
          <path d={`M${width - 26} ${middle - 15}v30M${width - 19} ${middle - 15}v30`} />
          <path className="wire is-refused" d={`M${width - 17} ${middle}H${width}`} />
          <text x={width - 22} y={middle + 32} textAnchor="middle">
            {texts.graph.approval}
          </text>
        </g>
      )}
    </svg>
  );
}

function bend(x: number, y: number, toX: number, toY: number): string {
  const half = (toX - x) / 2;
  return `M${x} ${y}C${x + half} ${y} ${toX - half} ${toY} ${toX} ${toY}`;
}
