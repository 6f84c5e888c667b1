import { LazyPart } from '../page/lazy-part.tsx';
import { texts } from '../texts.ts';

const loadPlay = () => import('./gate-play.tsx').then(({ GatePlay }) => GatePlay);

/** Section of the page that simulates an approval, with two approvers, an agent and one message. */
export function GateSection() {
  return (
    <LazyPart name="GatePlay" load={loadPlay} props={{}}>
      <p className="quiet">{texts.gate.needsScripts}</p>
    </LazyPart>
  );
}
