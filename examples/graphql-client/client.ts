import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { createClient } from 'graphql-sse';
import type { AssetFilter, BankQuery } from './gql/graphql.js';
import { graphql } from './gql/index.js';

/** Node's, without its types: nothing else of it is needed here. */
declare const process: { env: Record<string, string | undefined> };

const url = process.env.IMPRIMATUR_URL ?? 'http://127.0.0.1:4000';
const headers = { Authorization: `Bearer ${process.env.ADMIN_TOKEN}` };

const streams = createClient({ url: `${url}/graphql/stream`, headers });
const client = new Client({
  url: `${url}/graphql`,
  preferGetMethod: false,
  fetchOptions: { headers },
  exchanges: [
    // Sends the digest of a document, and the document itself when the service does not know it yet.
    persistedExchange({ preferGetForPersistedQueries: false, enableForMutation: true }),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: streams.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
        }),
      }),
    }),
  ],
});

const Bank = graphql(`
  query Bank($first: Int!, $after: String, $filter: AssetFilter) {
    assets(first: $first, after: $after, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        title
        createdAt
        file {
          width
          byteSize
          url(width: 600)
        }
      }
    }
  }
`);

async function page(after: string | null, filter: AssetFilter): Promise<NonNullable<BankQuery['assets']>> {
  const { data, error } = await client.query(Bank, { first: 2, after, filter });
  if (!data?.assets) throw error;
  return data.assets;
}

/** Every picture that meets the filter, page after page. */
async function* bank(filter: AssetFilter) {
  let after: string | null = null;
  do {
    const { nodes, pageInfo } = await page(after, filter);
    yield* nodes;
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  } while (after);
}

const Add = graphql(`
  mutation Add($input: CreateAssetInput!) {
    createAsset(input: $input) {
      __typename
      ... on CreatedAsset {
        duplicateOf
        asset {
          id
          origin
        }
      }
      ... on PictureRefused {
        reason
      }
      ... on InputInvalid {
        issues {
          pointer
          message
        }
      }
      ... on Problem {
        code
        message
      }
    }
  }
`);

/** Puts a file into the bank: a `File` of a form, or any other bytes. */
async function add(file: Blob, tags: string[]) {
  const { data, error } = await client.mutation(Add, { input: { file, tags, title: 'Sent by a client' } });
  if (error) throw error;
  const answer = data?.createAsset;
  switch (answer?.__typename) {
    case 'CreatedAsset':
      return { id: answer.asset?.id, isNew: answer.duplicateOf === null };
    case 'PictureRefused':
      return { refusedFor: answer.reason };
    default:
      throw new Error(answer ? `${answer.code}: ${answer.message}` : 'Nothing was answered.');
  }
}

const Draw = graphql(`
  mutation Draw($input: RequestRenderInput!) {
    requestRender(input: $input) {
      __typename
      ... on RequestedRender {
        render {
          id
        }
      }
      ... on BriefNotCovered {
        subject
      }
      ... on Problem {
        code
        message
      }
    }
  }
`);

const Progress = graphql(`
  subscription Progress($id: ID!) {
    renderProgress(id: $id) {
      status
      file {
        url
      }
      failure {
        reason
      }
    }
  }
`);

/** Asks for a picture, and waits by a subscription until there is one. It ends when the render has. */
async function draw(prompt: string, tags: string[]) {
  const input = { prompt, tags, kind: 'IMAGE' as const, width: 256, height: 256, seed: 11 };
  const { data } = await client.mutation(Draw, { input });
  const answer = data?.requestRender;
  if (answer?.__typename !== 'RequestedRender' || !answer.render) throw new Error(answer?.__typename);
  const { id } = answer.render;
  return new Promise<{ status: string; url: string | undefined }>((resolve, reject) => {
    const { unsubscribe } = client.subscription(Progress, { id }).subscribe(({ data, error }) => {
      if (error) return reject(error);
      const { status, file } = data!.renderProgress;
      if (status === 'QUEUED' || status === 'RUNNING') return;
      resolve({ status, url: file?.url });
      unsubscribe();
    });
  });
}

const tag = 'made by a typed client';
/** A PNG of one blue pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pixel = new Blob([Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0))], { type: 'image/png' });

const sent = await add(pixel, [tag]);
const again = await add(pixel, [tag]);
const refused = await add(new Blob(['no picture']), [tag]);
const drawn = [await draw('Mountain lake at golden hour in autumn', [tag]), await draw('Calm sea at dawn', [tag])];

const listed = [];
for await (const asset of bank({ tags: [tag] })) listed.push(asset);
const rendered = [];
for await (const { id } of bank({ tags: [tag], origin: ['RENDER'] })) rendered.push(id);

// Unexpected failures are errors. The meaning of their codes never changes.
const { error } = await client.query(Bank, { first: 1_000 });

console.log(
  JSON.stringify({
    sent: sent.id,
    sentTwice: again.id === sent.id && again.isNew === false,
    refusedFor: refused.refusedFor,
    drawn: drawn.map(({ status }) => status),
    images: drawn.map((one) => one.url),
    listed: listed.length,
    // Numbers are numbers, and times are texts.
    pixels: listed.reduce((sum, { file }) => sum + file.width, 0),
    newest: listed
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1)
      ?.slice(0, 4),
    // A picture that is narrower has no rendition of that width, and is given as it is.
    small: listed.every(({ file }) => file.width < 640 || file.url.endsWith('/640.webp')),
    rendered: rendered.length,
    error: error?.graphQLErrors[0]?.extensions.code,
  }),
);
