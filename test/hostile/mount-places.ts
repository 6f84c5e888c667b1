import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Method, Mount } from '../../src/platform/http/mount.ts';
import { asText, percentEncoded } from './rest-places.ts';

/** Somewhere in a request to what is served beside GraphQL and the REST table where a caller may put a value. */
export interface MountPlace {
  /** e.g. `GET /v/:sealId/:file path file` */
  name: string;
  method: Method;
  isStream: boolean;
  request(json: string): { path: string; headers?: Record<string, string>; body?: string };
}

/** An address that is longer never reaches the service: Node refuses it. */
const MAX_IN_HEADER = 3_000;
const HEADERS = ['accept', 'accept-encoding', 'authorization', 'if-none-match', 'if-range', 'range', 'cookie'];

/** What parameters of paths are called, and a value that leads further than to `not found`. */
export type KnownParameters = Readonly<Record<string, string>>;

/**
 * Every parameter of a path, the queries that any code asks for and one that none does, headers that mean something, and
 * bodies: of each mount, so that one that is added falls into it.
 */
export function mountPlaces(mounts: readonly Mount[], known: KnownParameters): MountPlace[] {
  const queries = [...queriesAskedFor(), 'noSuchName'];
  return mounts.flatMap((mount) => {
    const parameters = [...mount.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);
    const addressed = (inPath: Record<string, string>, query = '') =>
      mount.path.replaceAll(/[:*](\w+)/g, (_, name) => inPath[name] ?? known[name] ?? 'x') + query;
    return (Object.keys(mount.methods) as Method[]).flatMap((method): MountPlace[] => {
      const place = (where: string, request: MountPlace['request']): MountPlace => {
        return { name: `${method} ${mount.path} ${where}`, method, isStream: mount.isStream ?? false, request };
      };
      return [
        ...parameters.map((name) =>
          place(`path ${name}`, (json) => ({ path: addressed({ [name]: percentEncoded(json) }) })),
        ),
        ...queries.map((name) =>
          place(`query ${name}`, (json) => ({ path: addressed({}, `?${name}=${percentEncoded(json)}`) })),
        ),
        place('query of no such name', (json) => ({ path: addressed({}, `?${percentEncoded(json)}`) })),
        ...HEADERS.map((name) =>
          place(`header ${name}`, (json) => {
            const value = asText(json)
              .replace(/[^\x20-\x7e]/g, '?')
              .slice(0, MAX_IN_HEADER);
            return { path: addressed({}), headers: { [name]: value } };
          }),
        ),
        ...(method === 'GET' || method === 'HEAD'
          ? []
          : [
              place('body', (json) => ({
                path: addressed({}),
                headers: { 'content-type': 'application/json' },
                body: json,
              })),
            ]),
      ];
    });
  });
}

/** As the source spells them: handlers of mounts declare none. */
function queriesAskedFor(): string[] {
  const root = path.resolve(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const names = sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/\breq\.query\.(\w+)/g)].map(([, name]) => name!),
  );
  // Those of a subscription are taken together.
  return [...new Set([...names, 'query', 'variables', 'operationName'])];
}
