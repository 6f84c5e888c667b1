import type { FormEvent, ReactNode } from 'react';

/** Form with one input per line. `onSubmit` sends the values; the browser never loads another page. */
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
