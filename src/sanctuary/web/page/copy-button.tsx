import { useEffect, useState } from 'react';

const LABEL_MS = 2_000;

export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Copy by hand'>('Copy');
  useEffect(() => {
    if (state === 'Copy') return;
    const timer = setTimeout(() => setState('Copy'), LABEL_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    // Browsers offer no clipboard on plain http, except on localhost.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('The clipboard isn’t available.'));
    copied.then(
      () => setState('Copied'),
      () => setState('Copy by hand'),
    );
  };
  return (
    <button type="button" className="copy" onClick={copy}>
      <span aria-live="polite">{state}</span>
    </button>
  );
}
