import type { MethodDocs } from '../platform/http/method-docs.ts';
import { isOperation, type Method, type Mount, readOnly, templateOf } from '../platform/http/mount.ts';
import { operationNames, type Route } from '../rest/index.ts';
import { addressOf, DOCUMENTS_PATH } from './documents/addresses.ts';
import { DECISIONS, INDEX, type Library } from './documents/library.ts';
import { PAGES_TAG } from './pages.docs.ts';
import { REST_DOCS_PATH } from './rest-docs-page.ts';

const docs: MethodDocs = {
  name: 'llmsText',
  tag: PAGES_TAG,
  summary: 'What is where, for a language model',
  description: 'Markdown as in llmstxt.org: what the service is, and links to its contracts, paths and pages.',
  example: {},
  answers: {
    200: {
      description: 'The text.',
      headers: ['Cache-Control'],
      content: { 'text/plain': { text: '# Imprimatur\n\n> Renders pictures…' } },
    },
  },
};

const ABOUT = `# Imprimatur

> Renders pictures from a brief into a governed image bank, routes model work by task under one policy, seals what comes out so that anyone can check it later, and lets nothing leave for the outside without approval.

GraphQL and REST are two forms of one contract: what REST can do GraphQL can, and more. Expected failures of mutations are members of their results; errors of REST are RFC 9457 problem details with a stable \`code\`. Each example in the OpenAPI document is one that this service answers. Send \`Authorization: Bearer …\` where a path says so; what needs no credential works at once.`;

interface LlmsOptions {
  publicUrl: string;
  routes: readonly Route[];
  library: Library;
  /** Asked for once everything is known that is served. */
  mounts(): readonly Mount[];
}

/** `/llms.txt`, made of what is served, so that it says what is there. */
export function llmsMount({ publicUrl, routes, library, mounts }: LlmsOptions): Mount {
  let text: string | undefined;
  return readOnly('/llms.txt', docs, async (_req, res) => {
    text ??= llmsText(publicUrl, routes, mounts(), await documentsOf(library, publicUrl));
    res.set('Cache-Control', 'no-cache').type('text/plain').send(text);
  });
}

/** As they are written, which is what a model reads best. */
async function documentsOf(library: Library, publicUrl: string): Promise<string[]> {
  const documents = [...(await library.all()).values()];
  const some = documents.filter(({ name }) => name !== INDEX && !name.startsWith(`${DECISIONS}/`));
  return [
    ...some.map(({ name, title, summary }) => item(title, `${publicUrl}${addressOf(name)}.md`, summary)),
    item('Decisions', `${publicUrl}${DOCUMENTS_PATH}/${DECISIONS}`, 'Each choice that was hard to make, and why.'),
  ];
}

function llmsText(
  publicUrl: string,
  routes: readonly Route[],
  mounts: readonly Mount[],
  documents: readonly string[],
): string {
  const at = (path: string) => publicUrl + path;
  const start = mounts.flatMap(({ path, link }) => (link ? [item(link.title, at(path), `${link.text}.`)] : []));
  const operations = mounts.filter(isOperation);
  const rest = routes.map((route) => {
    const [operation] = operationNames([route.operation]);
    const docsOfRoute = operations.find(({ path }) => path === route.path)!.docs[route.method]!;
    const says = `${route.summary}. ${CREDENTIALS[route.credential]}. In GraphQL: ${operation}.`;
    return item(`${route.method} ${templateOf(route.path)}`, at(inReference(docsOfRoute)), says);
  });
  const paths = new Set(routes.map(({ path }) => path));
  const others = operations
    .filter(({ path, link }) => !paths.has(path) && !link)
    .flatMap(({ path, docs: of }) =>
      (Object.entries(of) as [Method, MethodDocs][]).map(([method, one]) =>
        item(`${method} ${templateOf(path)}`, at(inReference(one)), `${one.summary}.`),
      ),
    );
  return [
    ABOUT,
    section('Start here', start),
    section('Documents', documents),
    section('REST', rest),
    // What may be skipped where there is little room (llmstxt.org).
    section('Optional', others),
  ].join('\n\n');
}

const CREDENTIALS: Record<Route['credential'], string> = {
  NONE: 'Needs no credential',
  OPTIONAL: 'Needs no credential',
  BEARER: 'Needs a bearer credential',
  PATH_TOKEN: 'The token in the address is the credential',
};

/** Where the reference tells of an operation. */
function inReference({ name }: MethodDocs): string {
  return `${REST_DOCS_PATH}#operation/${name}`;
}

function item(title: string, address: string, says: string): string {
  return `- [${title}](${address}): ${says[0]!.toUpperCase()}${says.slice(1)}`;
}

function section(title: string, items: readonly string[]): string {
  return `## ${title}\n\n${items.join('\n')}`;
}
