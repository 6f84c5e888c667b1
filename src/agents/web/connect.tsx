import { Section } from '../../web/kit/page.tsx';
import { CopyButton } from '../../web/kit/values.tsx';

/** How a program speaks to the service as the agent: by the Model Context Protocol. */
export function Connect() {
  const address = `${location.origin}/mcp`;
  const snippet = configurationOf(address);
  return (
    <Section title="Connect it by MCP" actions={<CopyButton text={snippet} what="configuration" label="Copy" />}>
      <p className="agents-how">
        For a client of the Model Context Protocol that reads a configuration of this form. Put a key of this agent
        where <code>{PLACE}</code> stands; it needs the permission <code>mcp:use</code>.
      </p>
      <pre className="exact">{snippet}</pre>
    </Section>
  );
}

/** Where the key goes, which nobody can look up. */
const PLACE = 'imak_…';

function configurationOf(url: string): string {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${PLACE}` } };
  return JSON.stringify({ mcpServers: { imprimatur: server } }, null, 2);
}
