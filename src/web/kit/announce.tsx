import { useEffect, useSyncExternalStore } from 'react';

interface AnnouncementEntry {
  id: number;
  text: string;
  tone: 'plain' | 'bad';
}

const SHOWN_FOR_MS = 6_000;
let announced: readonly AnnouncementEntry[] = [];
let next = 1;
const listeners = new Set<() => void>();

/**
 * Displays a short message for 6 seconds, or until three newer messages replace it. Screen readers read the message when idle.
 * Not for messages that need an action by the user.
 */
export function announce(text: string, tone: AnnouncementEntry['tone'] = 'plain'): void {
  announced = [...announced.slice(-2), { id: next++, text, tone }];
  notify();
}

/** Displays the messages of `announce`. Rendered once, in the frame. */
export function Announcements() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announced,
  );
  return (
    <div className="announcements" role="status" aria-live="polite">
      {shown.map((one) => (
        <Announcement key={one.id} {...one} />
      ))}
    </div>
  );
}

function Announcement({ id, text, tone }: AnnouncementEntry) {
  useEffect(() => {
    const timer = setTimeout(() => {
      announced = announced.filter((one) => one.id !== id);
      notify();
    }, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p className="announcement" data-tone={tone}>
      {text}
    </p>
  );
}

function notify(): void {
  for (const listener of listeners) listener();
}
