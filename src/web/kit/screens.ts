import type { ComponentType } from 'react';

/** Groups of the navigation, in the order in which they are displayed. */
export const GROUPS = ['Work', 'Gateway', 'Proof', 'People', 'System'] as const;
export type Group = (typeof GROUPS)[number];

/** Id of the router's route around the screens that have the navigation. The ids of these screens' routes start with it. */
export const FRAME = 'framed';

export interface NavigationEntry {
  group: Group;
  title: string;
  /** Path of the screen. */
  to: string;
  /** Permission that users need to see the entry; with several, one is enough. Default: every signed-in user sees it. */
  permission?: string | readonly string[];
  /** Field of `viewer` with a number that is displayed next to the title. */
  badge?: 'approvalsWaiting';
}

export interface ScreenRoute {
  /**
   * Full path of the screen, e.g. `/admin/renders`. A nested screen has only the rest of its path, e.g. `$renderId`, and appears
   * in the `<Outlet />` of the outer screen. `$name` is a parameter.
   */
  path: string;
  /**
   * Permission that users need to open the screen; with several, one is enough. Default: that of the outer screen, else every
   * signed-in user can open it.
   */
  permission?: string | readonly string[];
  /** Loads the module of the screen. It is a separate file, which the browser fetches only when needed. */
  load(): Promise<{ Screen: ComponentType }>;
  within?: readonly ScreenRoute[];
}

/** Screens that a feature adds to the back office. */
export interface Screens {
  /** Name of the feature's folder. */
  name: string;
  navigation: readonly NavigationEntry[];
  routes: readonly ScreenRoute[];
}

export function defineScreens(screens: Screens): Screens {
  return screens;
}

/** True if a user with these permissions can open the screen. */
export function isOpenTo(
  { permission }: { permission?: string | readonly string[] },
  permissions: readonly string[],
): boolean {
  if (permission === undefined) return true;
  return [permission].flat().some((one) => permissions.includes(one));
}
