import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface WhenNearProps<Props> {
  /** Loads what takes the place of the children. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** What is shown until then, and without scripts for good. */
  children: ReactNode;
}

/** How far below the screen it is begun to load. */
const AHEAD = '600px';

/** What is heavy comes when its section comes near. Should it not come, that is said, and it can be tried again. */
export function WhenNear<Props extends object>({ load, props, children }: WhenNearProps<Props>) {
  const place = useRef<HTMLDivElement>(null);
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const begin = useCallback(() => {
    setFailed(false);
    load().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    );
  }, [load]);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (looks) => {
        // A busy page hears of several at once: away when it was opened, near after the jump to a section.
        if (!looks.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        begin();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [begin]);

  if (Loaded) return <Loaded {...props} />;
  return (
    <div ref={place} className="soon">
      {children}
      {hasFailed && (
        <p className="notice" role="alert">
          This part of the page did not load.{' '}
          <button type="button" onClick={begin}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
