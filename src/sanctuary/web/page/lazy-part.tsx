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
import { texts } from '../texts.ts';

/** Components of the lazy parts by name, for rendering on the server. Empty in the browser, which loads them. */
export const ServerParts = createContext<Readonly<Record<string, ComponentType<never>>>>({});

interface LazyPartProps<Props> {
  /** Key in `ServerParts`. */
  name: string;
  /** Loads the part in the browser. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Shown in place of the part when scripts are off. */
  children: ReactNode;
}

/** Distance below the screen at which loading starts. */
const AHEAD = '600px';
/** Makes React keep the server’s HTML in this element. */
const SERVER_HTML = { __html: '' };

/**
 * A heavy part of the page. The server writes its initial state. The browser loads the component when the section comes near
 * the screen and replaces that HTML in place, so that the layout doesn’t shift. After a failed load the user can try again.
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
      (entries) => {
        // A busy page gets several entries at once, e.g. not visible on load and visible after a jump to the section.
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this project
        <div className="written" inert suppressHydrationWarning dangerouslySetInnerHTML={SERVER_HTML} />
      )}
      {hasFailed && (
        <p className="notice" role="alert">
          {texts.page.partFailed}{' '}
          <button type="button" onClick={begin}>
            {texts.page.loadAgain}
          </button>
        </p>
      )}
    </div>
  );
}
