import type { FormEvent, ReactNode } from 'react';

/** Fields one below the other. What is sent is the caller's; a page is never loaded for it. */
export function Form({ label, submit, children }: { label: string; submit(): void; children: ReactNode }) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className="form" aria-label={label} onSubmit={send} noValidate>
      {children}
    </form>
  );
}
