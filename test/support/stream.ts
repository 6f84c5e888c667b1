import { type ClientOptions, createClient, type ExecutionResult } from 'graphql-sse';
import { type Api, type Credential, credentialHeaders } from './api.ts';

export interface Followed {
  id: string;
  status: string;
  version: number;
  asset: { id: string } | null;
}

const RENDER_PROGRESS =
  'subscription RenderProgress($id: ID!) { renderProgress(id: $id) { id status version asset { id } } }';

/** A brief that waits until somebody works on it. */
export async function queueRender(api: Api): Promise<string> {
  const { body } = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'wait=0' },
    body: { prompt: 'calm sea at dawn', width: 256, height: 256 },
  });
  return body.render.id;
}

/** Follows a render with the client that the protocol comes from. It does not come again by itself unless told to. */
export function follow(api: Api, id: string, as: Credential = 'integration', options: Partial<ClientOptions> = {}) {
  const client = createClient({
    url: `${api.url}/graphql/stream`,
    headers: credentialHeaders(as),
    retryAttempts: 0,
    ...options,
  });
  const results = client.iterate<{ renderProgress: Followed }>({ query: RENDER_PROGRESS, variables: { id } });
  return {
    async next(): Promise<ExecutionResult<{ renderProgress: Followed }, unknown>> {
      const { done, value } = await results.next();
      if (done) throw new Error('The stream has completed.');
      return value;
    },
    /** Everything that is still to come, until the stream completes. */
    async rest(): Promise<Followed[]> {
      const rest: Followed[] = [];
      for await (const { data, errors } of results) {
        if (errors) throw new Error(JSON.stringify(errors));
        if (data) rest.push(data.renderProgress);
      }
      return rest;
    },
    stop: () => client.dispose(),
  };
}
