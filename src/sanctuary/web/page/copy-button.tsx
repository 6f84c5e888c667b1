import { useEffect, useState } from 'react';

const LABEL_MS = 2_000;

export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Select it by hand'>('Copy');
  useEffect(() => {
    if (state === 'Copy') return;
    const timer = setTimeout(() => setState('Copy'), LABEL_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    // Pages over plain http of another machine have no clipboard.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('There is no clipboard.'));
    copied.then(
      () => setState('Copied'),
      () => setState('Select it by hand'),
    );
  };
  return (
    <button type="button" className="copy" onClick={copy}>
      <span aria-live="polite">{state}</span>
    </button>
  );
}
