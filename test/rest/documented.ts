import { newResetToken } from '../../src/operators/links.ts';
import { isOperation, type Method } from '../../src/platform/http/mount.ts';
import { newId } from '../../src/platform/ids.ts';
import { createCase, ended, uploadTexts } from '../documents/support.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { accountsOf, codeRow } from '../support/operator-codes.ts';
import { type Contract, type Example, PAGE_OPERATIONS } from '../support/page-contracts.ts';
import { cookiesOf, postForm, type SignedIn, signedIn, withPassword } from '../support/people.ts';
import { standInSanctuary } from '../support/sanctuary.ts';
import { until } from '../support/service-process.ts';
import { standInPage } from '../support/stand-in-page.ts';
import { builtVerifier } from '../support/verifier.ts';
import { TestWitness } from '../support/witness.ts';
import { type Ask, JSON_TYPE, settled } from './support.ts';

/** An operation of the document, with what it was made of. */
export interface Documented {
  method: Method;
  /** As it is mounted. */
  path: string;
  docs: Contract;
}

export interface Scene {
  api: Api;
  operations: Documented[];
  /** What stands for a parameter of a path, of something that is there. */
  inPath(path: string, name: string): string | undefined;
  /** Who may, of an operation that not everybody with a credential may ask. */
  credentialOf(operationId: string): Credential | undefined;
  /** A text in which the examples' render is the one that is there. */
  withRender(text: string): string;
  /** The example of an operation, as this service can answer it; with `asked`, otherwise. */
  request(operation: Documented, asked?: Example): Ask;
}

/** A service in which there is what the examples speak of. */
export async function startScene(): Promise<Scene> {
  const page = standInPage();
  const witness = await TestWitness.start();
  const service = await startApi({
    graphiqlFolder: page,
    restDocsFolder: page,
    adminFolder: page,
    sanctuaryFolder: standInSanctuary(),
    verifierFolder: await builtVerifier(),
    env: { WITNESSES: witness.setting },
  });
  const api: Api = {
    ...service,
    async stop() {
      await service.stop();
      await witness[Symbol.asyncDispose]();
    },
  };
  const { render, asset } = await api.render({
    prompt: 'Mountain lake at golden hour in autumn',
    title: 'Boathouse',
    tags: ['spring mailing', 'lake', 'autumn'],
    seed: 3,
  });
  const { body: sealed } = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'sealed for the examples', disclaimer_ack: true },
  });
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Lakeside Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  const { caseId, documentId } = await uploadedDocument(api);
  const agent = await agentOf(api);
  const held = await releasedRun(api);
  await settled(api);
  await until(async () => (await api.fetch('/log/checkpoint/cosigned')).status === 200);
  const log = (await api.json('/log')).body;
  const { checkpoints } = (await api.json('/log/checkpoints')).body;
  const sizes: string[] = checkpoints.map((note: string) => note.split('\n')[1]);

  /** What stands for each parameter of a path, by the beginning of that path. */
  const there: [prefix: string, Record<string, string>][] = [
    ['/api/admin/image-bank/', { id: asset.id }],
    ['/api/integrations/cinema/render/', { id: render.id }],
    ['/api/cases/', { id: caseId }],
    ['/api/documents/', { id: documentId }],
    ['/api/media-desk/', { token: data.issuePartnerLink.secret }],
    ['/media/', { id: asset.id }],
    ['/v1/runs/', { id: held }],
    ['/v/', { sealId: sealed.seal.id }],
    ['/log', { origin: log.origin, size: sizes.at(-1)! }],
  ];

  const inPath: Scene['inPath'] = (of, name) => there.find(([prefix]) => of.startsWith(prefix))?.[1][name];
  const operations: Documented[] = [
    ...api.mounts
      .filter(isOperation)
      .flatMap(({ path, docs }) =>
        Object.entries(docs).map(([method, of]) => ({ method: method as Method, path, docs: of })),
      ),
    ...PAGE_OPERATIONS.map(({ method, path, contract }) => ({ method: method as Method, path, docs: contract })),
  ];
  // Each has somebody of its own: what is done for one may sign out the others.
  const people = new Map<string, SignedIn>();
  for (const { docs } of operations) {
    if (docs.credential === 'SESSION') people.set(docs.name, await signedIn(api, { roles: ['ADMIN'] }));
  }
  const { data: invited } = await api.graphql(
    `mutation { inviteOperator(input: { email: "grace@example.org", roles: [EDITOR] }) { ... on InvitedOperator { link } } }`,
    { as: 'operator' },
  );
  there.push(['/admin/invitations/', { token: invited.inviteOperator.link.split('/').at(-1) }]);
  const ada = await signedIn(api, { roles: ['EDITOR'], email: 'ada@example.org' });
  await withPassword(api, ada.operatorId, 'difference engine no. 2');
  const reset = await newResetToken(
    contextOn(api.services.platform.database),
    accountsOf(api),
    people.get('POST /admin/sign-out')!.email,
  );
  if (typeof reset === 'string') throw new Error(reset);
  there.push(['/admin/reset/', { token: reset.token }]);
  const withRender = (text: string) => text.replaceAll('rnd_01m818k3xne7cr4w9e6scbkb5d', render.id);

  const between = await halfWayIn(api);
  const credentialOf: Scene['credentialOf'] = (name) => (name === 'mcp' ? agent.as : people.get(name)?.as);

  return {
    api,
    inPath,
    credentialOf,
    withRender,
    operations,
    request({ method, path: pattern, docs }, asked = {}) {
      const address = pattern.replaceAll(
        /[:*](\w+)/g,
        (_, name) => inPath(pattern, name) ?? docs.params![name]!.example,
      );
      const query = new URLSearchParams(asked.query ?? docs.example.query).toString();
      const body = asked.body ?? docs.example.body;
      const as = asked.after === 'PASSWORD' ? between : asked.after === 'SIGN_IN' ? ada.as : credentialOf(docs.name);
      return {
        method,
        path: withRender(query ? `${address}?${query}` : address),
        ...(docs.credential === 'BEARER' || pattern.startsWith('/graphql/stream') ? { as: 'operator' as const } : {}),
        ...(as && { as }),
        headers: {
          ...(body !== undefined && (isForm(docs) ? { 'content-type': FORM, origin: api.url } : JSON_TYPE)),
          ...docs.example.headers,
          ...asked.headers,
        },
        ...(body !== undefined && {
          body: isForm(docs)
            ? new URLSearchParams(body as Record<string, string>).toString()
            : withRender(JSON.stringify(body)),
        }),
      };
    },
  };
}

const FORM = 'application/x-www-form-urlencoded';
const isForm = ({ body }: Contract) => body !== undefined && FORM in body;

/** Somebody who has an app for codes and has shown the password. */
async function halfWayIn(api: Api): Promise<Credential> {
  const { operatorId, email } = await signedIn(api, { roles: ['EDITOR'] });
  const password = 'difference engine no. 4';
  await withPassword(api, operatorId, password);
  await api.database.query(
    `insert into operator_totp (id, operator_id, secret, confirmed_at) values ($1, $2, '', now())`,
    [newId('operatorTotp'), operatorId],
  );
  await codeRow(api, 'operator', operatorId);
  return { cookie: cookiesOf(await postForm(api, '/admin/sign-in', { email, password })) };
}

/** A document of a case, which was read. */
async function uploadedDocument(api: Api): Promise<{ caseId: string; documentId: string }> {
  const { case: created } = await createCase(api, {});
  const uploaded = await uploadTexts(api, created.id, { 'lease.txt': 'The lease ends on 3 March.' });
  return { caseId: created.id, documentId: (await ended(api, uploaded.documents[0].document.id)).id };
}

/** A run whose output is held. */
async function heldRun(api: Api): Promise<{ approvalId: string; runId: string }> {
  const { body, headers } = await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: 'deep-reasoning/synthesis', messages: [{ role: 'user', content: 'Lease and letter disagree.' }] },
  });
  return { approvalId: body.error.approval.id, runId: headers.get('x-imprimatur-run-id')! };
}

/** A run whose output was held, and approved by somebody else. */
async function releasedRun(api: Api): Promise<string> {
  const { approvalId: id, runId } = await heldRun(api);
  const { data } = await api.graphql('query ($id: ID!) { approval(id: $id) { sha256 } }', {
    as: 'operator',
    variables: { id },
  });
  await api.graphql('mutation ($input: ApproveInput!) { approve(input: $input) { __typename } }', {
    as: 'operator',
    variables: { input: { approvalId: id, sha256: data.approval.sha256 } },
  });
  return runId;
}

/** The status of the answer to the example itself: a success, or a redirect where a page or a form leads on. */
export function usualStatus({ answers }: Contract): number {
  return Number(
    Object.entries(answers).find(
      ([status, { request }]) => (Number(status) < 300 || ['303', '308'].includes(status)) && !request,
    )![0],
  );
}

/** Those answers that are brought about by asking otherwise. */
export function otherAnswers({ answers }: Contract): [status: number, answer: Contract['answers'][number]][] {
  return Object.entries(answers).flatMap(([status, answer]): [number, Contract['answers'][number]][] =>
    answer.request ? [[Number(status), answer]] : [],
  );
}

/** What every answer may have; the head of the document tells of it. */
const EVERYWHERE = new Set([
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'date',
  'keep-alive',
  'origin-agent-cluster',
  'referrer-policy',
  'transfer-encoding',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

/** What is wrong with the headers of an answer, beside what its description tells. */
export function headerFaults(described: Json, headers: Record<string, unknown>): string[] {
  const told = new Map(
    Object.entries<Json>(described ?? {}).map(([name, { $ref }]) => [name.toLowerCase(), !$ref.endsWith('.sometimes')]),
  );
  return [
    ...Object.keys(headers)
      .filter((name) => !EVERYWHERE.has(name) && !told.has(name))
      .map((name) => `${name} is sent and not told of`),
    ...[...told].flatMap(([name, isSure]) => (isSure && !(name in headers) ? [`${name} is told of and not sent`] : [])),
  ];
}

/** What kind of value stands where: of two with the same shape one can be the example of the other. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [name, shapeOf(member)]),
    );
  }
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (/^https?:/.test(value)) return 'an address';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return 'a time';
  if (/^[0-9a-f]{64}$/.test(value)) return 'a digest';
  return /^([a-z]+)_[0-9a-zA-Z]{26,}$/.exec(value)?.[1] ?? 'a text';
}

/**
 * Whether a body has the shape of an example; a list or an object that is empty in one of them says nothing. Where the body may
 * have more members than are told, the example need not have all of them.
 */
export function hasShapeOf(example: unknown, body: unknown, isOpen: boolean): boolean {
  const matches = (one: unknown, other: unknown): boolean => {
    if (Array.isArray(one) && Array.isArray(other)) {
      return one.length === 0 || other.length === 0 || matches(one[0], other[0]);
    }
    if (isObject(one) && isObject(other)) {
      if (Object.keys(one).length === 0 || Object.keys(other).length === 0) return true;
      return Object.keys(isOpen ? one : { ...one, ...other }).every((name) => matches(one[name], other[name]));
    }
    return one === other || one === 'null' || other === 'null';
  };
  return matches(shapeOf(example), shapeOf(body));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
