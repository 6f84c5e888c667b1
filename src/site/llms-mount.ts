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
  summary: 'Site overview for language models',
  description:
    'Markdown in the format of llmstxt.org: a description of the service with links to its contracts, paths and pages.',
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

> Renders pictures from a brief into an image bank, routes each task to a model under one policy, seals outputs so that anyone can verify them later, and holds external actions until a person approves them.

GraphQL and REST run the same operations; REST has fewer of them. A few paths exist over HTTP only. Expected failures of mutations are members of their result unions; REST errors are RFC 9457 problem details with a stable \`code\`. The examples in the OpenAPI document are tested. Send \`Authorization: Bearer …\` where a path requires it.`;

interface LlmsOptions {
  publicUrl: string;
  routes: readonly Route[];
  library: Library;
  /** Returns all mounts of the service. Called at the first request, when all mounts are registered. */
  mounts(): readonly Mount[];
}

/**
 * Serves `/llms.txt`. It is generated from the mounts, so that it lists only pages and operations that this installation has.
 */
export function llmsMount({ publicUrl, routes, library, mounts }: LlmsOptions): Mount {
  let text: string | undefined;
  return readOnly('/llms.txt', docs, async (_req, res) => {
    text ??= llmsText(publicUrl, routes, mounts(), await documentsOf(library, publicUrl));
    res.set('Cache-Control', 'no-cache').type('text/plain').send(text);
  });
}

/**
 * Links to the Markdown sources of the documents, which are easier for language models than HTML, and to the list of decisions.
 */
async function documentsOf(library: Library, publicUrl: string): Promise<string[]> {
  const documents = [...(await library.all()).values()];
  const listed = documents.filter(({ name }) => name !== INDEX && !name.startsWith(`${DECISIONS}/`));
  return [
    ...listed.map(({ name, title, summary }) => item(title, `${publicUrl}${addressOf(name)}.md`, summary)),
    item('Decisions', `${publicUrl}${DOCUMENTS_PATH}/${DECISIONS}`, 'Design decisions with their reasons.'),
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
    // By the convention of llmstxt.org, readers with a small context can skip the section "Optional".
    section('Optional', others),
  ].join('\n\n');
}

const CREDENTIALS: Record<Route['credential'], string> = {
  NONE: 'Needs no credential',
  OPTIONAL: 'A credential is optional',
  BEARER: 'Needs a bearer credential',
  PATH_TOKEN: 'The token in the address is the credential',
};

/** Path of an operation's section in the REST reference. */
function inReference({ name }: MethodDocs): string {
  return `${REST_DOCS_PATH}#operation/${name}`;
}

function item(title: string, address: string, says: string): string {
  return `- [${title}](${address}): ${says[0]!.toUpperCase()}${says.slice(1)}`;
}

function section(title: string, items: readonly string[]): string {
  return `## ${title}\n\n${items.join('\n')}`;
}
