import type { ReactNode } from 'react';

export interface Fault {
  /** JSON pointer to the value. Empty for the whole document. */
  pointer: string;
  message: string;
}

/** Faults of a form or a document, each with its place. Empty if there are none. */
export function FaultList({
  faults,
  place,
}: {
  faults: readonly Fault[];
  /** Shows where a fault is. Default: its pointer. */
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
