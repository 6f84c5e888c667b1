export interface Fault {
  pointer: string;
  message: string;
}

/** What is wrong with a policy, each with its place. */
export function Faults({ of }: { of: readonly Fault[] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          {pointer && <code>{pointer}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

/** The same beside the fields that it is about, as it is typed. */
export function FaultsHere({ of }: { of: readonly Fault[] }) {
  if (of.length === 0) return null;
  return (
    <div className="notice" data-tone="care" role="status">
      {of.length === 1 ? <p>{of[0]!.message}</p> : <Faults of={of} />}
    </div>
  );
}
