import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** The parts themselves, by name, where the server writes the page. Empty in the browser, which loads them. */
export const ServerParts = createContext<Readonly<Record<string, ComponentType<never>>>>({});

interface LazyPartProps<Props> {
  /** In `ServerParts`. */
  name: string;
  /** Loads the part in the browser. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Shown in place of the part when scripts are off. */
  children: ReactNode;
}

/** How far below the screen loading begins. */
const AHEAD = '600px';
/** React keeps what the server has written there. */
const KEPT = { __html: '' };

/**
 * A heavy part of the page. The server writes it in its first state, and the browser loads it when its section comes near and
 * puts it in the same place, so that nothing moves. A failed load is shown and can be tried again.
 */
export function LazyPart<Props extends object>({ name, load, props, children }: LazyPartProps<Props>) {
  const Written = useContext(ServerParts)[name] as ComponentType<Props> | undefined;
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
      <noscript>{children}</noscript>
      {Written ? (
        <div className="written" inert>
          <Written {...props} />
        </div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
        <div className="written" inert suppressHydrationWarning dangerouslySetInnerHTML={KEPT} />
      )}
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
