import { type AnyRoute, createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../kit/address.ts';
import { FRAME, isOpenTo, type ScreenRoute } from '../kit/screens.ts';
import { RETURN_PATH } from '../kit/session.ts';
import { Loading } from '../kit/states.tsx';
import { useViewer } from '../kit/viewer.ts';
import { ErrorScreen, ForbiddenScreen, NotFoundScreen } from './error-screens.tsx';
import { SCREENS } from './features.ts';
import { Frame } from './frame.tsx';

const root = createRootRoute();

/** Parent route of all screens with navigation, for signed-in users. */
const framed = createRoute({ getParentRoute: () => root, id: FRAME, component: Frame });

const home = createRoute({
  getParentRoute: () => framed,
  path: '/admin',
  component: lazyRouteComponent(() => import('./home/home-screen.tsx'), 'Screen'),
});

/** Route of the gallery of components. `/docs/look` links to it; the navigation doesn't. */
const parts = routeOf(
  {
    path: '/admin/parts',
    load: () => import('./parts/parts-screen.tsx'),
    within: [{ path: '$part', load: () => import('./parts/part-screen.tsx') }],
  },
  framed,
);

const returnRoute = createRoute({
  getParentRoute: () => root,
  path: RETURN_PATH,
  component: lazyRouteComponent(() => import('./return-screen.tsx'), 'Screen'),
});

/** Makes the router's route for a screen of a feature, with its nested routes. */
function routeOf({ path, permission, load, within = [] }: ScreenRoute, parent: AnyRoute): AnyRoute {
  const screen = lazyRouteComponent(load, 'Screen');
  const route = createRoute({
    getParentRoute: () => parent,
    path,
    component: permission === undefined ? screen : guarded(screen, permission),
  });
  return within.length === 0 ? route : route.addChildren(within.map((inner) => routeOf(inner, route)));
}

/**
 * Wraps a screen with a check of its permission. The navigation hides the screen from users without the permission, but they
 * can still open its URL.
 */
function guarded(
  Screen: ReturnType<typeof lazyRouteComponent>,
  permission: string | readonly string[],
): ReturnType<typeof lazyRouteComponent> {
  function Guarded() {
    return isOpenTo({ permission }, useViewer().permissions) ? <Screen /> : <ForbiddenScreen permission={permission} />;
  }
  // `preload` lets the router load the screen's code in advance.
  return Object.assign(Guarded, { preload: Screen.preload });
}

/** Route for addresses below the frame that match no other route. */
const nowhere = createRoute({ getParentRoute: () => framed, path: '$', component: NotFoundScreen });

const routeTree = root.addChildren([
  returnRoute,
  framed.addChildren([
    home,
    parts,
    nowhere,
    ...SCREENS.flatMap(({ routes }) => routes.map((route) => routeOf(route, framed))),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // The router preloads only code. Screens load their data themselves.
  defaultPendingComponent: () => <Loading />,
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: ErrorScreen,
  trailingSlash: 'never',
});
