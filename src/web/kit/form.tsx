import type { FormEvent, ReactNode } from 'react';

/** Form with one field per line. The caller sends the values; the browser never loads a page for it. */
export function Form({ label, onSubmit, children }: { label: string; onSubmit(): void; children: ReactNode }) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="form" aria-label={label} onSubmit={send} noValidate>
      {children}
    </form>
  );
}
