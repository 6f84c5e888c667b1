/** Tells the server that a script of this origin speaks, which no plain form of another can. */
const HEADERS = { 'content-type': 'application/json', 'apollo-require-preflight': 'true' };

/** Why something could not be asked or was refused, in the words of the service where it said some. */
export class RequestError extends Error {
  /** Of the service; null where nobody answered. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

const NO_RESPONSE = 'Nobody answered. Look whether the service is up and the network is there, and try again.';

export interface GraphqlResult<Data> {
  data: Data;
  headers: Headers;
}

interface GraphQLBody {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** @throws RequestError */
export async function requestGraphql<Data>(
  query: string,
  variables: object,
  signal?: AbortSignal,
): Promise<GraphqlResult<Data>> {
  const response = await postJson('/graphql', { body: JSON.stringify({ query, variables }), signal });
  const body = (await response.json().catch(() => ({}))) as GraphQLBody;
  const [error] = body.errors ?? [];
  if (error) throw new RequestError(error.message, error.extensions?.code ?? null);
  if (!body.data) throw new RequestError(`The service answered ${response.status}. Try again.`);
  return { data: body.data as Data, headers: response.headers };
}

/**
 * A POST of JSON, whatever it is answered with. It is sent without the cookie of a session: the page shows what an anonymous
 * caller may do, and does nothing in the name of an operator.
 * @throws RequestError where nobody answers
 */
export async function postJson(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { method: 'POST', credentials: 'omit', ...init, headers: HEADERS });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new RequestError(NO_RESPONSE);
  }
}

export const errorMessage = (error: unknown) => (error instanceof RequestError ? error.message : NO_RESPONSE);
