import { createContext, useContext } from 'react';
import type { WhoAsksQuery } from '../generated/frame/graphql.ts';

export type Viewer = NonNullable<WhoAsksQuery['viewer']>;

export const ViewerContext = createContext<Viewer | null>(null);

/** Who has signed in. Screens are shown to nobody else. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('Nobody has signed in.');
  return viewer;
}

/** Whether who has signed in has a permission. What they have not is not shown to them; the service asks again for itself. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useViewer();
  return (permission) => permissions.includes(permission);
}
