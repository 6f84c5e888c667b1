import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Credential, credentialHeaders } from '../../support/api.ts';
import { fillBank } from './bank.ts';
import { startTwoWays, type TwoWays } from './two-ways.ts';

const QUERY =
  'query Page($first: Int) { assets(first: $first) { nodes { id title tags file { width } } pageInfo { endCursor } } }';

let ways: TwoWays;

beforeAll(async () => {
  ways = await startTwoWays();
  await fillBank(ways.database, 60);
  // Seen, checked and compiled: from now on the very text is known.
  for (const operationName of [undefined, 'Page']) {
    await post(ways.compiling, { body: { query: QUERY, operationName }, as: 'operator' });
  }
});
afterAll(() => ways?.stop());

interface Posted {
  body: unknown;
  as?: Credential;
  headers?: Record<string, string>;
}

async function post({ url }: Api, { body, as, headers }: Posted) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'the-same',
      ...credentialHeaders(as),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const shown = Object.fromEntries(response.headers);
  delete shown.date;
  return { status: response.status, headers: shown, body: await response.text() };
}

const ASKED: Record<string, Posted> = {
  'as before': { body: { query: QUERY }, as: 'operator' },
  'with variables': { body: { query: QUERY, variables: { first: 3 } }, as: 'operator' },
  'with no variables, said twice': { body: { query: QUERY, variables: null, operationName: null }, as: 'operator' },
  'with a name': { body: { query: QUERY, operationName: 'Page' }, as: 'operator' },
  'with an empty name': { body: { query: QUERY, operationName: '' }, as: 'operator' },
  'with another name': { body: { query: QUERY, operationName: 'Other' }, as: 'operator' },
  'with a name that is none': { body: { query: QUERY, operationName: 7 }, as: 'operator' },
  'with variables that are a list': { body: { query: QUERY, variables: [1] }, as: 'operator' },
  'with variables that are text': { body: { query: QUERY, variables: '{"first":3}' }, as: 'operator' },
  'with a variable of another type': { body: { query: QUERY, variables: { first: 'three' } }, as: 'operator' },
  'with a page that cannot be': { body: { query: QUERY, variables: { first: 0 } }, as: 'operator' },
  'with extensions': { body: { query: QUERY, extensions: {} }, as: 'operator' },
  'with the hash of a stored query': {
    body: { query: QUERY, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } },
    as: 'operator',
  },
  'in a list': { body: [{ query: QUERY }], as: 'operator' },
  'by nobody': { body: { query: QUERY } },
  'by an integration': { body: { query: QUERY }, as: 'integration' },
  'for GraphQL over HTTP': {
    body: { query: QUERY },
    as: 'operator',
    headers: { accept: 'application/graphql-response+json, application/json;q=0.9' },
  },
  'for an old client': { body: { query: QUERY }, as: 'operator', headers: { accept: 'application/json' } },
  'for whoever takes a page only': { body: { query: QUERY }, as: 'operator', headers: { accept: 'text/html' } },
  'as a form would send it': { body: { query: QUERY }, as: 'operator', headers: { 'content-type': 'text/plain' } },
};

describe('an operation that was compiled before is answered as one that never is:', () => {
  test.each(Object.entries(ASKED))('%s', async (_name, asked) => {
    const repeated = await post(ways.compiling, asked);
    const interpreted = await post(ways.interpreting, asked);

    expect(repeated).toEqual(interpreted);
  });
});
