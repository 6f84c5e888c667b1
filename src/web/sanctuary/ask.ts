/** Tells the server that a script of this origin speaks, which no plain form of another can. */
const HEADERS = { 'content-type': 'application/json', 'apollo-require-preflight': 'true' };

/** Why something could not be asked or was refused, in the words of the service where it said some. */
export class Refused extends Error {
  /** Of the service; null where nobody answered. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

const NOBODY = 'Nobody answered. Look whether the service is up and the network is there, and try again.';

export interface Answered<Data> {
  data: Data;
  headers: Headers;
}

interface GraphQLBody {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** @throws Refused */
export async function ask<Data>(query: string, variables: object, signal?: AbortSignal): Promise<Answered<Data>> {
  const response = await reach('/graphql', { body: JSON.stringify({ query, variables }), signal });
  const body = (await response.json().catch(() => ({}))) as GraphQLBody;
  const [error] = body.errors ?? [];
  if (error) throw new Refused(error.message, error.extensions?.code ?? null);
  if (!body.data) throw new Refused(`The service answered ${response.status}. Try again.`);
  return { data: body.data as Data, headers: response.headers };
}

/**
 * Events of a subscription, one after the other.
 * Source: "GraphQL over Server-Sent Events Protocol", distinct connections mode.
 * @throws Refused
 */
export async function* listen<Data>(query: string, variables: object, signal: AbortSignal): AsyncGenerator<Data> {
  const response = await reach('/graphql/stream', {
    body: JSON.stringify({ query, variables }),
    headers: { accept: 'text/event-stream' },
    signal,
  });
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const body = (await response.json().catch(() => ({}))) as GraphQLBody;
    const [error] = body.errors ?? [];
    throw new Refused(error?.message ?? `The service answered ${response.status}.`, error?.extensions?.code ?? null);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refused('The connection was lost in the middle. What came until then is shown; try again.');
    });
    if (done) throw new Refused('The connection ended before the answer did. Try again.');
    const blocks = (pending + value).split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = (field: string) =>
        block.split(/\r?\n/).flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1)] : []));
      const event = lines('event').at(-1)?.trim();
      if (event === 'complete') return;
      if (event !== 'next') continue;
      const { data, errors } = JSON.parse(lines('data').join('\n')) as GraphQLBody;
      if (errors?.[0]) throw new Refused(errors[0].message, errors[0].extensions?.code ?? null);
      yield data as Data;
    }
  }
}

async function reach(path: string, { headers, ...init }: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { method: 'POST', ...init, headers: { ...HEADERS, ...headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new Refused(NOBODY);
  }
}

export const wordsOf = (error: unknown) => (error instanceof Refused ? error.message : NOBODY);
