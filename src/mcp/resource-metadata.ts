import { type Mount, readOnly } from '../platform/http/mount.ts';
import { metadataDocs } from './mcp.docs.ts';
import { MCP_PATH } from './mcp-mount.ts';

const PATH = '/.well-known/oauth-protected-resource';
/** Of a resource with a path, its metadata stand in front of that path (RFC 9728, 3.1). Some clients ask at the root. */
export const METADATA_PATH = `${PATH}${MCP_PATH}`;

/** What a client that was refused is told of who lets it in. */
export function metadataMounts(publicUrl: string, scopes: readonly string[]): Mount[] {
  const metadata = {
    resource: `${publicUrl}${MCP_PATH}`,
    resource_name: 'Imprimatur',
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    how_to_get_a_key:
      'There is no authorisation server. Whoever owns an agent issues a key for it by the mutation `issueAgentKey`; ask whoever runs this service.',
  };
  return [PATH, METADATA_PATH].map((path, index) =>
    readOnly(path, metadataDocs(index === 0 ? 'protectedResource' : 'protectedResourceOfMcp'), (_req, res) => {
      res.set('Cache-Control', 'public, max-age=3600').json(metadata);
    }),
  );
}
