import { wordsOf } from './values.tsx';

interface Change {
  operation: string;
  pointer: string;
  before?: unknown;
  after?: unknown;
}

/** What is other in one version of a document than in another, place by place. */
export function DocumentChanges({
  value,
}: {
  value: { count: number; changes: readonly Change[] } | null | undefined;
}) {
  if (!value) return <p className="hint">There is no version to compare it with.</p>;
  if (value.count === 0) return <p className="hint">They say the same.</p>;
  return (
    <>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {value.changes.map(({ operation, pointer, before, after }) => (
            <tr key={pointer}>
              <th scope="row">
                <code>{pointer || '/'}</code>
              </th>
              <td data-title="What">{wordsOf(operation)}</td>
              <td data-title="Before">
                <Told value={before} />
              </td>
              <td data-title="After">
                <Told value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {value.changes.length < value.count && (
        <p className="hint">
          The first {value.changes.length} of {value.count} places.
        </p>
      )}
    </>
  );
}

function Told({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="unknown">none</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <code>{text.length > 400 ? `${text.slice(0, 400)}…` : text}</code>;
}
