import type { ReactNode } from 'react';

/** One component of the kit, with its name and when to use it. */
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
