import type { ReactNode } from 'react';

export interface InputIssue {
  /** JSON pointer to the value. Empty for the whole document. */
  pointer: string;
  message: string;
}

/** Issues of a form or a document, each with its location. Renders nothing without issues. */
export function IssueList({
  faults,
  place,
}: {
  faults: readonly InputIssue[];
  /** Shows the location of an issue. Default: its pointer. */
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
