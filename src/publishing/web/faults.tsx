import { type Fault, FaultList } from '../../web/kit/fault-list.tsx';

/** Faults of a policy beside the fields that have them, as it is typed. */
export function FaultsHere({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="notice" data-tone="care" role="status">
      {faults.length === 1 ? <p>{faults[0]!.message}</p> : <FaultList faults={faults} />}
    </div>
  );
}
