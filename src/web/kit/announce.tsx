import { useEffect, useSyncExternalStore } from 'react';

interface Said {
  id: number;
  text: string;
  tone: 'plain' | 'bad';
}

const SHOWN_FOR_MS = 6_000;
let said: readonly Said[] = [];
let next = 1;
const listeners = new Set<() => void>();

/** Says something in passing, to the eye and to a screen reader, which is not interrupted. Never what has to be acted on. */
export function announce(text: string, tone: Said['tone'] = 'plain'): void {
  said = [...said.slice(-2), { id: next++, text, tone }];
  tell();
}

/** Where what is announced stands. Once, in the frame. */
export function Announcements() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => said,
  );
  return (
    <div className="announcements" role="status" aria-live="polite">
      {shown.map((one) => (
        <Announcement key={one.id} {...one} />
      ))}
    </div>
  );
}

function Announcement({ id, text, tone }: Said) {
  useEffect(() => {
    const timer = setTimeout(() => {
      said = said.filter((one) => one.id !== id);
      tell();
    }, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p className="announcement" data-tone={tone}>
      {text}
    </p>
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
