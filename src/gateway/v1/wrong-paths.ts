/** Prefixes of wrong paths: repeated ones such as `/v1/v1/`, and those that other services use, such as `/openai/v1/`. */
const PREFIX = /^\/(?:(?:openai|api)\/+(?=v1\/))?(?:v1\/+)*/i;

/** Advice for wrong paths, without their prefix. The first matching pattern counts. */
type Advice = readonly (readonly [RegExp, string])[];

/** Advice for endpoints that exist, requested under a wrong prefix. */
const WRONG_PREFIX: Advice = [
  [/^chat\/completions$/i, 'Use `POST /v1/chat/completions`'],
  [/^responses$/i, 'Use `POST /v1/responses`'],
  [/^models$/i, 'Use `GET /v1/models`'],
  [/^images\/generations$/i, 'Use `POST /v1/images/generations`'],
];

const NEAREST: Advice = [
  [/^responses\//i, 'Responses are not stored. Send the whole conversation to `POST /v1/responses`'],
  [
    /^(assistants|threads|conversations)\b/i,
    'Conversations are not stored. Send the whole conversation to `POST /v1/chat/completions` or `POST /v1/responses`',
  ],
  [/^(chat|completions?|messages|engines)\b/i, 'The closest endpoint is `POST /v1/chat/completions`'],
  [/^response\b/i, 'The closest endpoint is `POST /v1/responses`'],
  [/^images?\b/i, 'The closest endpoint is `POST /v1/images/generations`'],
  [/^(model|engine|deployment)s?\b/i, 'The closest endpoints are `GET /v1/models` and `GET /v1/models/{task}`'],
  [/^runs?\b/i, 'The closest endpoint is `GET /v1/runs/{id}`'],
  [/^embeddings?\b/i, 'No task returns embeddings'],
  [/^audio\b/i, 'Audio is not supported'],
];

const ALL =
  'Endpoints: `POST /v1/chat/completions`, `POST /v1/responses`, `POST /v1/images/generations`, `GET /v1/models`, `GET /v1/models/{task}`, `GET /v1/runs/{id}`.';

/** Sentences that say which endpoint to use instead of an unknown path. Null for a path that isn't meant for this API. */
export function rightPath(path: string): string | null {
  const [prefix = ''] = PREFIX.exec(path) ?? [];
  const name = path.slice(prefix.length).replace(/\/+$/, '');
  const exact = adviceIn(WRONG_PREFIX, name);
  if (exact) return `${exact}. The base URL must end in a single \`/v1\`.`;
  if (!/^\/v1(\/|$)/i.test(path)) return null;
  const nearest = adviceIn(NEAREST, name);
  return nearest ? `${nearest}. ${ALL}` : ALL;
}

function adviceIn(table: Advice, name: string): string | undefined {
  return table.find(([pattern]) => pattern.test(name))?.[1];
}
