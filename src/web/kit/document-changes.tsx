import { texts } from './texts.ts';
import { enumLabel } from './values.tsx';

interface DocumentChange {
  operation: string;
  pointer: string;
  before?: unknown;
  after?: unknown;
}

/** Displays the differences between two versions of a document, with the JSON pointer of each. */
export function DocumentChanges({
  value,
}: {
  value: { count: number; changes: readonly DocumentChange[] } | null | undefined;
}) {
  if (!value) return <p className="hint">{texts.changes.noPrevious}</p>;
  if (value.count === 0) return <p className="hint">{texts.changes.none}</p>;
  return (
    <>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.changes.path}</th>
            <th scope="col">{texts.changes.change}</th>
            <th scope="col">{texts.changes.before}</th>
            <th scope="col">{texts.changes.after}</th>
          </tr>
        </thead>
        <tbody>
          {value.changes.map(({ operation, pointer, before, after }) => (
            <tr key={pointer}>
              <th scope="row">
                <code>{pointer || '/'}</code>
              </th>
              <td data-title={texts.changes.change}>{enumLabel(operation)}</td>
              <td data-title={texts.changes.before}>
                <ChangedValue value={before} />
              </td>
              <td data-title={texts.changes.after}>
                <ChangedValue value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {value.changes.length < value.count && (
        <p className="hint">{texts.changes.truncated(value.changes.length, value.count)}</p>
      )}
    </>
  );
}

function ChangedValue({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="unknown">{texts.common.none}</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <code>{text.length > 400 ? `${text.slice(0, 400)}…` : text}</code>;
}
