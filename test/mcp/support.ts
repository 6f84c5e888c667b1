import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Api, Json } from '../support/api.ts';

export interface McpAgent {
  client: Client;
  call(name: string, taken?: object): Promise<{ isError: boolean; given: Json; text: string }>;
  close(): Promise<void>;
}

/** The SDK's own client, over real HTTP. */
export async function mcpClient(api: Api, bearer: string, mode: 'auto' | 'legacy' = 'auto'): Promise<McpAgent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${bearer}` } },
    }),
  );
  return {
    client,
    async call(name, taken = {}) {
      const result = await client.callTool({ name, arguments: { ...taken } });
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      const isError = result.isError === true;
      return { isError, text, given: isError ? JSON.parse(text) : result.structuredContent };
    },
    close: () => client.close(),
  };
}

/** One message as it stands, without any client. */
export function post(
  api: Api,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Json }> {
  return api.json('/mcp', {
    body,
    headers: { Accept: 'application/json, text/event-stream', ...headers },
  });
}
