import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SEAL_OUTLINE } from '../../site/pure.ts';
import { CurrentViewerDocument } from '../generated/frame/graphql.ts';
import { Announcements } from '../kit/announce.tsx';
import { showTo } from '../kit/client.ts';
import { GROUPS, isOpenTo } from '../kit/screens.ts';
import { SIGN_IN_PATH, useSessionStep } from '../kit/session.ts';
import { FailureNotice, Loading } from '../kit/states.tsx';
import { useQueryOf } from '../kit/use-query-of.ts';
import { type Viewer, ViewerContext } from '../kit/viewer.ts';
import { SCREENS } from './features.ts';
import { PersonMenu } from './person-menu.tsx';
import { texts } from './texts.ts';

const SessionDialog = lazy(() =>
  import('../kit/session-dialog.tsx').then((module) => ({ default: module.SessionDialog })),
);

const NOTHING = {};
const ENTRIES = SCREENS.flatMap(({ navigation }) => navigation);

/** Frame around the screens of signed-in users: navigation, user menu and messages. */
export function Frame() {
  const { data, failure, again } = useQueryOf(CurrentViewerDocument, NOTHING);
  // The user, kept after the session has ended so that the screen stays.
  const [known, setKnown] = useState<Viewer | null>(null);
  const viewer = data?.viewer ?? known;
  if (data?.viewer && data.viewer !== known) {
    showTo(data.viewer.actor);
    setKnown(data.viewer);
  }
  const isSignedOut = data !== undefined && viewer === null;
  useEffect(() => {
    if (isSignedOut)
      location.replace(`${SIGN_IN_PATH}?next=${encodeURIComponent(location.pathname + location.search)}`);
  }, [isSignedOut]);

  if (!viewer)
    return <main className="alone">{failure ? <FailureNotice failure={failure} onRetry={again} /> : <Loading />}</main>;
  return (
    <ViewerContext value={viewer}>
      <FrameLayout viewer={viewer} />
    </ViewerContext>
  );
}

function FrameLayout({ viewer }: { viewer: Viewer }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const toggle = useRef<HTMLButtonElement>(null);
  const step = useSessionStep();
  const [wasStep, setWasStep] = useState(false);
  if (step && !wasStep) setWasStep(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the navigation after a page change
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <a className="skip" href="#content">
        {texts.frame.skip}
      </a>
      <div className="frame" data-open={isOpen || undefined}>
        <header className="masthead">
          <button
            type="button"
            ref={toggle}
            className="icon-button nav-toggle"
            aria-expanded={isOpen}
            aria-controls="navigation"
            aria-label={texts.frame.navigation}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <X size={20} aria-hidden /> : <MenuIcon size={20} aria-hidden />}
          </button>
          <Link to="/admin" className="brand">
            <svg viewBox="0 0 32 32" aria-hidden="true">
              <path fill="currentColor" fillRule="evenodd" d={SEAL_OUTLINE} />
            </svg>
            {texts.frame.brand}
          </Link>
          <PersonMenu viewer={viewer} />
        </header>
        <nav
          id="navigation"
          className="navigation"
          aria-label={texts.frame.screens}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return;
            setOpen(false);
            toggle.current?.focus();
          }}
        >
          <Navigation viewer={viewer} />
        </nav>
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Announcements />
      {wasStep && (
        <Suspense>
          <SessionDialog />
        </Suspense>
      )}
    </>
  );
}

function Navigation({ viewer }: { viewer: Viewer }) {
  const open = ENTRIES.filter((entry) => isOpenTo(entry, viewer.permissions));
  return (
    <>
      <ul>
        <li>
          <Link to="/admin" activeOptions={{ exact: true, includeSearch: false }}>
            {texts.frame.home}
          </Link>
        </li>
      </ul>
      {GROUPS.map((group) => {
        const entries = open.filter((entry) => entry.group === group);
        if (entries.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{group}</h2>
            <ul>
              {entries.map(({ title, to, badge }) => (
                <li key={to}>
                  <Link to={to} activeOptions={{ includeSearch: false }}>
                    {title}
                    {badge && viewer[badge] ? <span className="count">{viewer[badge]}</span> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
