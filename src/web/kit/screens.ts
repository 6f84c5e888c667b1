import type { ComponentType } from 'react';

/** Groups of the navigation, in this order. */
export const GROUPS = ['Work', 'Gateway', 'Proof', 'People', 'System'] as const;
export type Group = (typeof GROUPS)[number];

/** Id of the route around all screens. It is the prefix of their route ids. */
export const FRAME = 'framed';

export interface NavigationEntry {
  group: Group;
  title: string;
  /** Address of the screen. */
  to: string;
  /** Permission that shows the entry; with several, one is enough. Default: every signed-in user sees it. */
  permission?: string | readonly string[];
  /** Field of the viewer whose number is shown next to the title. */
  badge?: 'approvalsWaiting';
}

export interface ScreenRoute {
  /**
   * Full path of the screen, e.g. `/admin/renders`. Nested screens have the rest, e.g. `$renderId`, and appear in the
   * `<Outlet />` of the outer one. `$name` is a parameter.
   */
  path: string;
  /** Required permission; with several, one is enough. Default: that of the outer screen, else every signed-in user. */
  permission?: string | readonly string[];
  /** Loads the screen's module, a file of its own, on the first visit. */
  load(): Promise<{ Screen: ComponentType }>;
  within?: readonly ScreenRoute[];
}

/** Screens that a feature adds to the back office. */
export interface Screens {
  /** The feature's folder. */
  name: string;
  navigation: readonly NavigationEntry[];
  routes: readonly ScreenRoute[];
}

export function defineScreens(screens: Screens): Screens {
  return screens;
}

/** True if these permissions allow the screen. */
export function isOpenTo(
  { permission }: { permission?: string | readonly string[] },
  permissions: readonly string[],
): boolean {
  if (permission === undefined) return true;
  return [permission].flat().some((one) => permissions.includes(one));
}
