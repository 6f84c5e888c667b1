export interface Fault {
  pointer: string;
  message: string;
}

/** What is wrong with a policy, each with its place. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul>
      {faults.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          {pointer && <code>{pointer}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

/** The same beside the fields that it is about, as it is typed. */
export function FaultsHere({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="notice" data-tone="care" role="status">
      {faults.length === 1 ? <p>{faults[0]!.message}</p> : <Faults faults={faults} />}
    </div>
  );
}
