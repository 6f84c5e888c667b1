import { Section } from '../../web/kit/page.tsx';
import { CopyButton } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Configuration for clients that connect as the agent through the Model Context Protocol (MCP). */
export function McpConnection() {
  const address = `${location.origin}/mcp`;
  const snippet = configurationOf(address);
  return (
    <Section
      title={texts.mcp.title}
      actions={<CopyButton text={snippet} what="configuration" label={texts.mcp.copy} />}
    >
      <p className="agents-how">{texts.mcp.lead(<code>{PLACE}</code>, <code>mcp:use</code>)}</p>
      <pre className="exact">{snippet}</pre>
    </Section>
  );
}

/** Placeholder for the agent's key, which can't be shown again after it was issued. */
const PLACE = 'imak_…';

function configurationOf(url: string): string {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${PLACE}` } };
  return JSON.stringify({ mcpServers: { imprimatur: server } }, null, 2);
}
