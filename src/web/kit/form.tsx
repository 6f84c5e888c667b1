import type { FormEvent, ReactNode } from 'react';

/** Fields one below the other. What is sent is the caller's; a page is never loaded for it. */
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
