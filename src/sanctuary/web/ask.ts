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
 * A POST of JSON, whatever it is answered with. It is sent without the cookie of a session: the page shows what an anonymous
 * caller may do, and does nothing in the name of an operator.
 * @throws Refused where nobody answers
 */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { method: 'POST', credentials: 'omit', ...init, headers: HEADERS });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new Refused(NOBODY);
  }
}

export const wordsOf = (error: unknown) => (error instanceof Refused ? error.message : NOBODY);
