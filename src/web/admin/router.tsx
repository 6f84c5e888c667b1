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

/** Everything with navigation around it, for whoever has signed in. */
const framed = createRoute({ getParentRoute: () => root, id: FRAME, component: Frame });

const home = createRoute({
  getParentRoute: () => framed,
  path: '/admin',
  component: lazyRouteComponent(() => import('./home/home-screen.tsx'), 'Screen'),
});

/** What screens are made of. No feature's, and not in the navigation: `/docs/look` leads there. */
const parts = routeOf(
  {
    path: '/admin/parts',
    load: () => import('./parts/parts-screen.tsx'),
    within: [{ path: '$part', load: () => import('./parts/part-screen.tsx') }],
  },
  framed,
);

const comesBack = createRoute({
  getParentRoute: () => root,
  path: RETURN_PATH,
  component: lazyRouteComponent(() => import('./return-screen.tsx'), 'Screen'),
});

/** A route of a feature with those within it. */
function routeOf({ path, permission, load, within = [] }: ScreenRoute, parent: AnyRoute): AnyRoute {
  const screen = lazyRouteComponent(load, 'Screen');
  const route = createRoute({
    getParentRoute: () => parent,
    path,
    component: permission === undefined ? screen : guarded(screen, permission),
  });
  return within.length === 0 ? route : route.addChildren(within.map((inner) => routeOf(inner, route)));
}

/** What nobody is led to who may not go there, they may still have been sent as a link. */
function guarded(
  Screen: ReturnType<typeof lazyRouteComponent>,
  permission: string | readonly string[],
): ReturnType<typeof lazyRouteComponent> {
  function Guarded() {
    return isOpenTo({ permission }, useViewer().permissions) ? <Screen /> : <ForbiddenScreen permission={permission} />;
  }
  // The router has its code loaded before it shows it, and on the way to the link; else it would wait within.
  return Object.assign(Guarded, { preload: Screen.preload });
}

/** Whatever else is typed. */
const nowhere = createRoute({ getParentRoute: () => framed, path: '$', component: NotFoundScreen });

const routeTree = root.addChildren([
  comesBack,
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
  // Data is asked by the screens themselves; what is preloaded is their code.
  defaultPendingComponent: () => <Loading />,
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: ErrorScreen,
  trailingSlash: 'never',
});
