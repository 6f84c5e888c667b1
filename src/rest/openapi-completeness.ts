import type { ContentDocs, MethodDocs } from '../platform/http/method-docs.ts';
import { isOperation, type Method, type Mount } from '../platform/http/mount.ts';

/**
 * Checks that every operation is documented, with an example and a unique name.
 * @throws Error that names the first faulty operation and what is missing
 */
export function assertDescribed(mounts: readonly Mount[]): void {
  const names = new Set<string>();
  for (const { path, methods, docs } of mounts.filter(isOperation)) {
    for (const method of Object.keys(methods) as Method[]) {
      // The documentation of GET also applies to HEAD.
      if (method === 'HEAD') continue;
      const fault = faultOf(path, docs[method]);
      if (fault) throw new Error(`${method} ${path} is not described for /openapi.json: ${fault}.`);
      const { name } = docs[method]!;
      if (names.has(name)) throw new Error(`Two operations of /openapi.json are called ${name}.`);
      names.add(name);
    }
  }
}

/** Names what is missing in the documentation of a method. Null if it is complete. */
function faultOf(path: string, docs: MethodDocs | undefined): string | null {
  if (!docs) return 'its `docs` do not name the method';
  for (const part of ['name', 'summary', 'description'] as const) {
    if (!docs[part]?.trim()) return `it has no ${part}`;
  }
  if (!docs.tag?.description.trim()) return 'its tag says nothing';
  for (const [, name] of path.matchAll(/[:*](\w+)/g)) {
    const { description, example } = docs.params?.[name!] ?? {};
    if (!description?.trim() || !example) return `it does not say what \`${name}\` is, with an example`;
  }
  if (!docs.example) return 'it has no example';
  if (docs.query && !docs.query.safeParse(docs.example.query ?? {}).success)
    return 'the query of its example is refused';
  if (docs.body && docs.example.body === undefined) return 'its example has no body';
  if (!Object.keys(docs.answers ?? {}).some((status) => Number(status) < 300)) return 'it has no success';
  for (const [status, answer] of Object.entries(docs.answers)) {
    if (!answer.description.trim()) return `its answer ${status} has no description`;
    if (answer.content && lacksExample(answer.content)) return `its answer ${status} has no example`;
  }
  return null;
}

const lacksExample = (content: ContentDocs) =>
  Object.values(content).some((what) => what !== 'BYTES' && ('text' in what ? !what.text : what.example === undefined));
