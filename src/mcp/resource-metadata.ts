import { type Mount, readOnly } from '../platform/http/mount.ts';
import { metadataDocs } from './mcp.docs.ts';
import { MCP_PATH } from './mcp-mount.ts';

const PATH = '/.well-known/oauth-protected-resource';
/**
 * Path of the metadata. For a resource with a path, RFC 9728 (3.1) puts the metadata in front of that path. Some clients request
 * it at the root.
 */
export const METADATA_PATH = `${PATH}${MCP_PATH}`;

/** Serves the metadata that tells a client without a valid key how to get one. */
export function metadataMounts(publicUrl: string, scopes: readonly string[]): Mount[] {
  const metadata = {
    resource: `${publicUrl}${MCP_PATH}`,
    resource_name: 'Imprimatur',
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    how_to_get_a_key:
      'This service has no authorisation server. The owner of an agent creates its keys with the mutation `issueAgentKey`. Ask the operator of this service.',
  };
  return [PATH, METADATA_PATH].map((path, index) =>
    readOnly(path, metadataDocs(index === 0 ? 'protectedResource' : 'protectedResourceOfMcp'), (_req, res) => {
      res.set('Cache-Control', 'public, max-age=3600').json(metadata);
    }),
  );
}
