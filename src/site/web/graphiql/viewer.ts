import { SAME_ORIGIN } from './fetcher.ts';
import { ANONYMOUS_VIEWER, type TabViewer } from './prepared/index.ts';

const QUERY = 'query { viewer { actor name kind roles permissions } }';

export interface KnownViewer extends TabViewer {
  /** What they are called; null for a stranger. */
  name: string | null;
  /** As the service names who acts. */
  actor: string;
}

export const UNKNOWN_VIEWER: KnownViewer = { ...ANONYMOUS_VIEWER, name: null, actor: 'anonymous' };

/**
 * Asks the service who looks, by the session of the page or by the given headers. Who cannot be known is a stranger: what is
 * offered is a matter of convenience, and the service decides what is run.
 * @param headers the JSON text of the headers editor
 */
export async function fetchViewer(headers = '{}'): Promise<KnownViewer> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...SAME_ORIGIN, ...JSON.parse(headers || '{}') },
      body: JSON.stringify({ query: QUERY }),
    });
    const { data } = await response.json();
    if (!data?.viewer) return UNKNOWN_VIEWER;
    const { actor, name, kind, roles, permissions } = data.viewer;
    return { actor, name: name ?? kind.toLowerCase(), roles, permissions };
  } catch {
    return UNKNOWN_VIEWER;
  }
}

/** By whose eyes tabs are kept: of who has signed in others than of who has not. */
export function ownerOf({ roles }: TabViewer): string {
  return roles.length === 0 ? '' : `${[...roles].sort().join('+')}:`;
}
