import { useEffect, useState } from 'react';
import { texts } from '../texts.ts';

const LABEL_MS = 2_000;

export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'copy' | 'copied' | 'copyByHand'>('copy');
  useEffect(() => {
    if (state === 'copy') return;
    const timer = setTimeout(() => setState('copy'), LABEL_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    // Browsers have no clipboard API on plain http, except on localhost.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => setState('copied'),
      () => setState('copyByHand'),
    );
  };
  return (
    <button type="button" className="copy" onClick={copy}>
      <span aria-live="polite">{texts.page[state]}</span>
    </button>
  );
}
