import { createContext, useContext } from 'react';
import type { CurrentViewerQuery } from '../generated/frame/graphql.ts';

export type Viewer = NonNullable<CurrentViewerQuery['viewer']>;

export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in user. Throws outside the frame, which shows screens only to signed-in users. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer needs a signed-in user.');
  return viewer;
}

/**
 * Returns a function that checks a permission of the signed-in user, to hide what the user can't use. The service checks
 * permissions again.
 */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useViewer();
  return (permission) => permissions.includes(permission);
}
