import { LazyPart } from '../page/lazy-part.tsx';

const loadPlay = () => import('./gate-play.tsx').then(({ GatePlay }) => GatePlay);

/** Simulation of an approval: two approvers, an agent and one message. */
export function GateSection() {
  return (
    <LazyPart name="GatePlay" load={loadPlay} props={{}}>
      <p className="quiet">
        This part needs scripts: an agent requests to send a message, and two people can approve it. Requesters can’t
        approve their own requests, content must be viewed before approval, and programs can’t approve.
      </p>
    </LazyPart>
  );
}
