import { SAME_ORIGIN } from './fetcher.ts';
import { ANONYMOUS_VIEWER, type TabViewer } from './prepared/index.ts';

const QUERY = 'query { viewer { actor name kind roles permissions } }';

export interface KnownViewer extends TabViewer {
  /** Display name of the viewer. Null for an anonymous caller. */
  name: string | null;
  /** Actor of the viewer, as in the audit trail. */
  actor: string;
}

export const UNKNOWN_VIEWER: KnownViewer = { ...ANONYMOUS_VIEWER, name: null, actor: 'anonymous' };

/**
 * Fetches the viewer of the session or of the given headers. Returns `UNKNOWN_VIEWER` after any failure: the viewer only
 * determines which prepared operations are listed, and the service checks permissions itself.
 * @param headers JSON text of GraphiQL's headers editor
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

/**
 * Prefix of the key under which GraphiQL's tabs are stored, so that each combination of roles has its own tabs. Empty for a
 * viewer without roles.
 */
export function ownerOf({ roles }: TabViewer): string {
  return roles.length === 0 ? '' : `${[...roles].sort().join('+')}:`;
}
