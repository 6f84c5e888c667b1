import type { Route } from '../../src/rest/index.ts';
import { docsOf, openApiDocument } from '../../src/rest/index.ts';
import type { Json } from '../support/api.ts';

/** Somewhere in a request to a path of the REST table where a caller may put a value. */
export interface RestPlace {
  route: Route;
  /** e.g. `POST /api/legal/provenance-seal body artifact_text` */
  name: string;
  request(json: string): { path: string; headers?: Record<string, string>; body?: string };
}

/** An address that is longer never reaches the service: Node refuses it. */
const MAX_IN_ADDRESS = 3_000;

/** Every parameter of a path and of a query, every member of a body, bodies themselves, and the headers that mean something. */
export function restPlaces(routes: readonly Route[], token: string): RestPlace[] {
  const mounts = routes.map((route) => ({
    path: route.path,
    methods: { [route.method]: [] },
    docs: { [route.method]: docsOf(route) },
  }));
  const document = openApiDocument(mounts, '0') as Json;
  return routes.flatMap((route) => {
    const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')][route.method.toLowerCase()];
    const body: Json = operation.requestBody?.content['application/json'].schema;
    const usualBody = body && usual(body);
    // Headers stand below.
    const parameters: Json[] = operation.parameters.filter((one: Json) => one.in);
    const usualQuery = Object.fromEntries(
      parameters.filter((one) => one.in === 'query' && one.required).map((one) => [one.name, 'sea']),
    );
    const base = { body: body && JSON.stringify(usualBody), headers: { prefer: 'wait=0' } };
    const addressed = (inPath: Record<string, string>, query: Record<string, string>) => {
      const path = route.path.replaceAll(/:(\w+)/g, (_, name) => inPath[name] ?? (name === 'token' ? token : 'x'));
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
    };
    const named = (where: string, request: RestPlace['request']): RestPlace => {
      return { route, name: `${route.method} ${route.path} ${where}`, request };
    };
    return [
      ...parameters.map((one) =>
        named(`${one.in} ${one.name}`, (json) => {
          const value = percentEncoded(json);
          return one.in === 'path'
            ? { ...base, path: addressed({ [one.name]: value }, usualQuery) }
            : { ...base, path: addressed({}, { ...usualQuery, [one.name]: value }) };
        }),
      ),
      named('query of no such name', (json) => ({
        ...base,
        path: addressed({}, { ...usualQuery, [percentEncoded(json)]: '' }),
      })),
      ...['prefer', 'idempotency-key', 'authorization', 'accept', 'accept-language'].map((header) =>
        named(`header ${header}`, (json) => {
          const value = asText(json)
            .replace(/[^\x20-\x7e]/g, '?')
            .slice(0, MAX_IN_ADDRESS);
          return { ...base, path: addressed({}, usualQuery), headers: { ...base.headers, [header]: value } };
        }),
      ),
      ...(body
        ? [
            named('body', (json) => ({ ...base, path: addressed({}, {}), body: json })),
            ...[...Object.keys(body.properties), 'noSuchMember'].map((member) =>
              named(`body ${member}`, (json) => {
                const { [member]: _, ...others } = usualBody;
                const rest = JSON.stringify(others).slice(1);
                return {
                  ...base,
                  path: addressed({}, {}),
                  body: `{"${member}":${json}${rest === '}' ? '' : ','}${rest}`,
                };
              }),
            ),
          ]
        : []),
    ];
  });
}

/** What is required, and nothing else. */
function usual(schema: Json): Record<string, unknown> {
  return Object.fromEntries(
    (schema.required ?? []).map((name: string) => [name, schema.properties[name].const ?? 'sea']),
  );
}

export function asText(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

/** As bytes of UTF-8, those of half characters as well. */
export function percentEncoded(json: string): string {
  const bytes = Buffer.from(asText(json).slice(0, MAX_IN_ADDRESS), 'utf8').subarray(0, MAX_IN_ADDRESS);
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
