import type { ReactNode } from 'react';

/** One part of the kit, under the name by which it is imported, with when it is used. */
export function Part({ name, when, children }: { name: string; when: string; children: ReactNode }) {
  return (
    <div className="part">
      <div className="part-name">
        <h3>
          <code>{name}</code>
        </h3>
        <p className="hint">{when}</p>
      </div>
      <div className="part-shown">{children}</div>
    </div>
  );
}
