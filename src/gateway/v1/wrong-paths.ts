/** What base URLs have too often, or from other services. */
const PREFIX = /^\/(?:(?:openai|api)\/+(?=v1\/))?(?:v1\/+)*/i;

/** The first that matches a path without its prefix counts. */
type Advice = readonly (readonly [RegExp, string])[];

/** Paths that exist, with a wrong prefix. */
const WRONG_PREFIX: Advice = [
  [/^chat\/completions$/i, 'Use `POST /v1/chat/completions`'],
  [/^responses$/i, 'Use `POST /v1/responses`'],
  [/^models$/i, 'Use `GET /v1/models`'],
  [/^images\/generations$/i, 'Use `POST /v1/images/generations`'],
];

const NEAREST: Advice = [
  [/^responses\//i, 'No response is kept: send the whole conversation to `POST /v1/responses`'],
  [
    /^(assistants|threads|conversations)\b/i,
    'No conversation is kept: send all of it to `POST /v1/chat/completions` or `POST /v1/responses`',
  ],
  [/^(chat|completions?|messages|engines)\b/i, 'The nearest is `POST /v1/chat/completions`'],
  [/^response\b/i, 'The nearest is `POST /v1/responses`'],
  [/^images?\b/i, 'The nearest is `POST /v1/images/generations`'],
  [/^(model|engine|deployment)s?\b/i, 'The nearest are `GET /v1/models` and `GET /v1/models/{task}`'],
  [/^runs?\b/i, 'The nearest is `GET /v1/runs/{id}`'],
  [/^embeddings?\b/i, 'No task gives embeddings'],
  [/^audio\b/i, 'No task takes or gives audio'],
];

const ALL =
  'There are `POST /v1/chat/completions`, `POST /v1/responses`, `POST /v1/images/generations`, `GET /v1/models`, `GET /v1/models/{task}` and `GET /v1/runs/{id}`.';

/** What to use instead of a path that leads nowhere. Null for a path that wasn't meant for this API. */
export function rightPath(path: string): string | null {
  const [prefix = ''] = PREFIX.exec(path) ?? [];
  const name = path.slice(prefix.length).replace(/\/+$/, '');
  const exact = adviceIn(WRONG_PREFIX, name);
  if (exact) return `${exact}: the base URL ends in \`/v1\`, once.`;
  if (!/^\/v1(\/|$)/i.test(path)) return null;
  const nearest = adviceIn(NEAREST, name);
  return nearest ? `${nearest}. ${ALL}` : ALL;
}

function adviceIn(table: Advice, name: string): string | undefined {
  return table.find(([pattern]) => pattern.test(name))?.[1];
}
