import { WhenNear } from '../page/when-near.tsx';

const loadPlay = () => import('./gate-play.tsx').then(({ GatePlay }) => GatePlay);

/** Two people, one message, and the rules that decide for the service. */
export function GateSection() {
  return (
    <WhenNear load={loadPlay} props={{}}>
      <p className="quiet">
        With scripts on, you play it here: an agent wants to send a message, and two people may look at it. Nobody
        approves what they asked for, nothing is approved that was not seen, and a machine approves nothing.
      </p>
    </WhenNear>
  );
}
