import { texts } from './texts.ts';

/** Headers that prove that a script of this origin sent the request, because forms of other sites can’t set them. */
const HEADERS = { 'content-type': 'application/json', 'apollo-require-preflight': 'true' };

/** Thrown if the service refused a request or didn’t respond. The message comes from the service, if it sent one. */
export class RequestError extends Error {
  /** Problem code from the service. Null if the service didn’t respond or sent no code. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

export interface GraphqlResult<Data> {
  data: Data;
  headers: Headers;
}

interface GraphQLBody {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/**
 * Executes a GraphQL operation and returns its data.
 * @throws RequestError if the service refuses the operation or doesn’t respond
 */
export async function requestGraphql<Data>(
  query: string,
  variables: object,
  signal?: AbortSignal,
): Promise<GraphqlResult<Data>> {
  const response = await postJson('/graphql', { body: JSON.stringify({ query, variables }), signal });
  const body = (await response.json().catch(() => ({}))) as GraphQLBody;
  const [error] = body.errors ?? [];
  if (error) throw new RequestError(error.message, error.extensions?.code ?? null);
  if (!body.data) throw new RequestError(texts.requests.status(response.status));
  return { data: body.data as Data, headers: response.headers };
}

/**
 * Sends JSON by POST and returns the response with any status. Session cookies aren’t sent, because the page shows what an
 * anonymous caller can do and must not act for an operator.
 * @throws RequestError if the service doesn’t respond
 */
export async function postJson(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { method: 'POST', credentials: 'omit', ...init, headers: HEADERS });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new RequestError(texts.requests.noResponse);
  }
}

export const errorMessage = (error: unknown) =>
  error instanceof RequestError ? error.message : texts.requests.noResponse;
