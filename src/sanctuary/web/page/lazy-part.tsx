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

/**
 * Components of the lazily loaded parts by name, for rendering on the server. Empty in the browser, which loads them when needed.
 */
export const ServerParts = createContext<Readonly<Record<string, ComponentType<never>>>>({});

interface LazyPartProps<Props> {
  /** Name of the component in `ServerParts`. */
  name: string;
  /** Loads the component in the browser. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Shown instead of the part if the browser runs no scripts, or before it if the part `isReadable`. */
  children: ReactNode;
  /** True if the server’s HTML is useful without scripts. Then it isn’t hidden, and its links work. */
  isReadable?: boolean;
}

/** Distance of the part from the bottom of the window at which the browser begins to load it. */
const AHEAD = '600px';
/** Makes React keep the HTML in this element that the server has rendered. */
const SERVER_HTML = { __html: '' };

/**
 * A large part of the page that is loaded lazily. The server renders its initial state. The browser loads the component when
 * the user scrolls near it, and replaces the server’s HTML in place, so that the layout doesn’t shift. If loading fails, the
 * user can retry.
 */
export function LazyPart<Props extends object>({
  name,
  load,
  props,
  children,
  isReadable = false,
}: LazyPartProps<Props>) {
  const className = isReadable ? undefined : 'written';
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
        // A busy page gets several observer entries at once, e.g. "not visible" on load and "visible" after a jump to the
        // section.
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
        <div className={className} inert={!isReadable}>
          <Written {...props} />
        </div>
      ) : (
        <div
          className={className}
          inert={!isReadable}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this project
          dangerouslySetInnerHTML={SERVER_HTML}
        />
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
