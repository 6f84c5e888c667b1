import { Section } from '../../web/kit/page.tsx';
import { CopyButton } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Configuration for clients that connect as the agent by the Model Context Protocol. */
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

/** Placeholder for the key, which can't be shown again. */
const PLACE = 'imak_…';

function configurationOf(url: string): string {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${PLACE}` } };
  return JSON.stringify({ mcpServers: { imprimatur: server } }, null, 2);
}
