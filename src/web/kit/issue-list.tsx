import type { ReactNode } from 'react';

export interface InputIssue {
  /** JSON pointer to the invalid value. Empty for the whole document. */
  pointer: string;
  message: string;
}

/** Lists the invalid values of a form or document, each with its location. Renders nothing if all are valid. */
export function IssueList({
  faults,
  place,
}: {
  faults: readonly InputIssue[];
  /** Renders the location of an invalid value. Default: its JSON pointer. */
  place?(pointer: string): ReactNode;
}) {
  if (faults.length === 0) return null;
  return (
    <ul>
      {faults.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          {place?.(pointer) ?? (pointer && <code>{pointer}</code>)} {message}
        </li>
      ))}
    </ul>
  );
}
