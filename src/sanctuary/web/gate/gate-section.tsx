import { LazyPart } from '../page/lazy-part.tsx';

const loadPlay = () => import('./gate-play.tsx').then(({ GatePlay }) => GatePlay);

/** Two people, one message, and the rules that decide for the service. */
export function GateSection() {
  return (
    <LazyPart name="GatePlay" load={loadPlay} props={{}}>
      <p className="quiet">
        This part needs scripts: an agent wants to send a message, and two people may approve it. The requester can’t
        approve, what was not shown can’t be approved, and programs approve nothing.
      </p>
    </LazyPart>
  );
}
