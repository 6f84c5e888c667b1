import type { ComponentType } from 'react';

/** A heading of the navigation; they come in this order. */
export const GROUPS = ['Work', 'Gateway', 'Proof', 'People', 'System'] as const;
export type Group = (typeof GROUPS)[number];

/** Id of the route around all screens, which begins the ids of their routes. */
export const FRAME = 'framed';

export interface NavigationEntry {
  group: Group;
  title: string;
  /** The address of the screen that it leads to. */
  to: string;
  /** Left out, everybody who has signed in sees it. Of several, one is enough. */
  permission?: string | readonly string[];
  /** What the number beside it counts, e.g. what waits. */
  badge?: 'approvalsWaiting';
}

export interface ScreenRoute {
  /**
   * The whole address of a screen, e.g. `/admin/renders`; of one within another, what follows, e.g. `$renderId`. `$name` is a
   * parameter. One within another is shown where that one has its `<Outlet />`.
   */
  path: string;
  /** Left out, as the screen around it; else everybody who has signed in. Of several, one is enough. */
  permission?: string | readonly string[];
  /** The module of the screen, in a file of its own, which is loaded when somebody goes there. */
  load(): Promise<{ Screen: ComponentType }>;
  within?: readonly ScreenRoute[];
}

/** What a feature brings to the back office. */
export interface Screens {
  /** The feature's folder. */
  name: string;
  navigation: readonly NavigationEntry[];
  routes: readonly ScreenRoute[];
}

export function defineScreens(screens: Screens): Screens {
  return screens;
}

/** Whether somebody with these permissions may go there. */
export function isOpenTo(
  { permission }: { permission?: string | readonly string[] },
  permissions: readonly string[],
): boolean {
  if (permission === undefined) return true;
  return [permission].flat().some((one) => permissions.includes(one));
}
