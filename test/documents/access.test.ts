import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { customerWithKey, issueKey } from '../customers/graph.ts';
import { ask } from '../rest/support.ts';
import { agentOf, mutateAgents } from '../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { check } from './quotations/support.ts';
import {
  addMember,
  caseOf,
  createCase,
  documentOf,
  ended,
  eraseCase,
  eraseDocument,
  removeMember,
  strangersOf,
  updateCase,
  uploadFiles,
} from './support.ts';

/** Words that no one else may read, in the name of the case, the name of a document, and its text. */
const SECRETS = ['Zacharias v Quimby', 'confession.txt', 'the vault code is 4711'];

let api: Api;
let owner: Awaited<ReturnType<typeof customerWithKey>>;
let caseId: string;
let documentId: string;
let versionId: string;
/** Callers who can’t read the case, by what they are. */
let strangers: Map<string, Credential | undefined>;

beforeAll(async () => {
  api = await startApi();
  owner = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
  ({ id: caseId } = (await createCase(api, { name: SECRETS[0] }, owner.as)).case);
  const uploaded = await uploadFiles(api, caseId, { [SECRETS[1]!]: SECRETS[2]! }, owner.as);
  const document = await ended(api, uploaded.documents[0].document.id, owner.as);
  [documentId, versionId] = [document.id, document.currentVersion.id];

  strangers = await strangersOf(api, owner);
});
afterAll(() => api.stop());

/** Number of quotations of the secret text that are verified, or the code of the problem. */
async function verifiedIn(as: Credential): Promise<number | string> {
  const result = await check(api, { caseId, brief: `“${SECRETS[2]}”` }, as);
  return result.report?.counts.verified ?? result.code;
}

const everyone = (check: (as: Credential | undefined, who: string) => Promise<void>) => async () => {
  for (const [who, as] of strangers) await check(as, who);
};

/** The answer to an operation, as text, with the ids in it replaced. */
async function answer(query: string, variables: Json, as: Credential | undefined): Promise<string> {
  const { data, errors } = await api.graphql(query, { variables, ...(as && { as }) });
  const plain = errors?.map(({ message, extensions: { code } }) => ({ message, code }));
  return Object.values<string>(variables.input ?? variables).reduce(
    (text, value) => (typeof value === 'string' ? text.replaceAll(value, 'ID') : text),
    JSON.stringify({ data, errors: plain }),
  );
}

const READS = {
  case: 'query ($case: ID!) { case(id: $case) { id name } documents(caseId: $case) { nodes { id name } } }',
  document: 'query ($document: ID!) { document(id: $document) { id name versions { id text } } }',
  'node of the case': 'query ($case: ID!) { node(id: $case) { id ... on Case { name } } }',
  'node of the document': 'query ($document: ID!) { node(id: $document) { id ... on Document { name } } }',
  'node of the version': 'query ($version: ID!) { node(id: $version) { id ... on DocumentVersion { sha256 text } } }',
} satisfies Record<string, string>;

const WRITES: Record<string, (ids: { caseId: string; documentId: string }) => Json> = {
  updateCase: ({ caseId }) => ({ caseId, name: 'Taken over' }),
  addCaseMember: ({ caseId }) => ({ caseId, member: 'operator:op_00000000000000000000000000' }),
  removeCaseMember: ({ caseId }) => ({ caseId, member: 'operator:op_00000000000000000000000000' }),
  uploadDocuments: ({ caseId }) => ({ caseId, files: [{ name: 'a.txt', base64: 'YQ==' }] }),
  eraseDocument: ({ documentId }) => ({ documentId }),
  eraseCase: ({ caseId }) => ({ caseId }),
};

/** What is checked against the documents of a case. */
const CHECKS: Record<string, (ids: { caseId: string; documentId: string }) => Json> = {
  'a case': ({ caseId }) => ({ caseId, brief: `“${SECRETS[2]}”` }),
  'a document': ({ documentId }) => ({ documentIds: [documentId], brief: `“${SECRETS[2]}”` }),
  'a document, for a file': ({ documentId }) => ({ documentIds: [documentId], base64: 'YQ==' }),
};
/** Every path that has the id of a case or document. */
const PATHS: [method: string, path: string, body?: Json][] = [
  ['GET', '/api/cases/{caseId}'],
  ['HEAD', '/api/cases/{caseId}'],
  ['PATCH', '/api/cases/{caseId}', { name: 'Taken over' }],
  ['DELETE', '/api/cases/{caseId}'],
  ['POST', '/api/cases/{caseId}/members', { member: 'operator:op_00000000000000000000000000' }],
  ['DELETE', '/api/cases/{caseId}/members/operator:op_00000000000000000000000000'],
  ['GET', '/api/cases/{caseId}/documents'],
  ['POST', '/api/cases/{caseId}/documents', { files: [{ name: 'a.txt', base64: 'YQ==' }] }],
  ['GET', '/api/documents/{documentId}'],
  ['DELETE', '/api/documents/{documentId}'],
  ['GET', '/api/documents/{documentId}/versions'],
  ['GET', '/api/documents/{documentId}/original'],
  ['HEAD', '/api/documents/{documentId}/original'],
  ['GET', '/api/documents/{documentId}/text'],
  ['GET', '/api/documents/{documentId}/original?versionId={versionId}'],
  ['GET', '/api/documents/{documentId}/text?versionId={versionId}'],
];

describe('callers who can’t read a case', () => {
  for (const [what, query] of Object.entries(READS)) {
    test(
      `get the same answer as for an id that doesn’t exist: ${what}`,
      everyone(async (as, who) => {
        const used = (ids: Record<string, string>) =>
          Object.fromEntries(Object.entries(ids).filter(([name]) => query.includes(`$${name}:`)));
        const real = await answer(query, used({ case: caseId, document: documentId, version: versionId }), as);
        const none = await answer(
          query,
          used({ case: newId('case'), document: newId('document'), version: newId('documentVersion') }),
          as,
        );

        expect(real, who).toBe(none);
      }),
    );
  }

  for (const [name, input] of Object.entries(WRITES)) {
    test(
      `can’t change it, and get the same answer as for an id that doesn’t exist: ${name}`,
      everyone(async (as, who) => {
        const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
        const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ... on Problem { code message } } }`;
        const real = await answer(mutation, { input: input({ caseId, documentId }) }, as);
        const none = await answer(
          mutation,
          { input: input({ caseId: newId('case'), documentId: newId('document') }) },
          as,
        );

        expect(real, who).toBe(none);
        expect(real, who).toMatch(/NOT_FOUND|FORBIDDEN|UNAUTHENTICATED/);
      }),
    );
  }

  for (const [what, input] of Object.entries(CHECKS)) {
    test(
      `can’t check quotations against it, and get the same answer as for an id that doesn’t exist: ${what}`,
      everyone(async (as, who) => {
        const mutation = `mutation ($input: CheckQuotationsInput!) { checkQuotations(input: $input) { __typename
          ... on CheckedQuotations { report { counts { verified } } } ... on Problem { code message } } }`;
        const real = await answer(mutation, { input: input({ caseId, documentId }) }, as);
        const none = await answer(
          mutation,
          { input: input({ caseId: newId('case'), documentId: newId('document') }) },
          as,
        );

        expect(real, who).toBe(none);
        expect(real, who).toMatch(/NOT_FOUND|FORBIDDEN|UNAUTHENTICATED/);
        expect(real, who).not.toContain(SECRETS[2]);
      }),
    );
  }

  for (const [method, path, body] of PATHS) {
    test(
      `get the same answer as for an id that doesn’t exist: ${method} ${path}`,
      everyone(async (as, who) => {
        const plain = async (ids: Record<string, string>) => {
          const answer = await ask(api, {
            method,
            as,
            path: path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name]!),
            headers: { range: 'bytes=0-3', 'if-none-match': '*', ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          });
          const { date: _, 'x-request-id': __, ratelimit: ___, 'content-length': ____, ...headers } = answer.headers;
          const { instance, requestId, ...problem } = answer.json ?? {};
          const text = JSON.stringify({ status: answer.status, problem, headers });
          return Object.values(ids).reduce((said, id) => said.replaceAll(id, 'ID'), text);
        };
        const real = await plain({ caseId, documentId, versionId });
        const none = await plain({
          caseId: newId('case'),
          documentId: newId('document'),
          versionId: newId('documentVersion'),
        });

        expect(real, who).toBe(none);
        expect(JSON.parse(real).status, who).toBeOneOf([401, 403, 404]);
        for (const secret of SECRETS) expect(real, who).not.toContain(secret);
      }),
    );
  }

  test(
    'don’t find it in lists',
    everyone(async (as, who) => {
      const { data } = await api.graphql('{ cases(first: 100) { nodes { id name } } }', as && { as });

      expect(JSON.stringify(data ?? null), who).not.toContain(caseId);
    }),
  );

  test('find no name in the audit trail', async () => {
    const auditor = await signedIn(api, { roles: ['AUDITOR'] });
    await updateCase(api, { caseId, name: `${SECRETS[0]} (2)` }, owner.as);

    const { data } = await api.graphql(
      '{ auditTrail(first: 100) { nodes { action subjectIds changes { field before after } } } }',
      { as: auditor.as },
    );

    expect(JSON.stringify(data)).toContain(caseId);
    for (const secret of SECRETS) expect(JSON.stringify(data)).not.toContain(secret);
  });
});

describe('callers who can read a case', () => {
  test('are keys of the customer with access', async () => {
    const { token } = await issueKey(api, { customerId: owner.customer.id, caseAccess: 'READ' });
    const reader = { bearer: token };

    expect((await documentOf(api, documentId, reader)).versions[0].text).toBe(SECRETS[2]);
    expect(await verifiedIn(reader)).toBe(1);
    for (const result of [
      await uploadFiles(api, caseId, { 'b.txt': 'b' }, reader),
      await eraseDocument(api, documentId, reader),
      await eraseCase(api, caseId, reader),
      await updateCase(api, { caseId, name: 'No' }, reader),
    ]) {
      expect(result.code).toBe('FORBIDDEN');
    }
  });

  test('are agents of the customer, while they are members', async () => {
    const agent = await agentOf(api, owner.as);
    expect(await documentOf(api, documentId, agent.as)).toBeNull();

    await addMember(api, { caseId, member: agent.actor }, owner.as);
    expect((await documentOf(api, documentId, agent.as)).name).toBe(SECRETS[1]);
    expect(await verifiedIn(agent.as)).toBe(1);
    await removeMember(api, { caseId, member: agent.actor }, owner.as);

    expect(await documentOf(api, documentId, agent.as)).toBeNull();
    expect(await verifiedIn(agent.as)).toBe('NOT_FOUND');
  });

  test('aren’t agents of others, even if they are added', async () => {
    const other = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
    const agent = await agentOf(api, other.as);

    const added = await addMember(api, { caseId, member: agent.actor }, owner.as);

    expect(added.code).toBe('INPUT_INVALID');
  });

  test('are operators who are members; an administrator sees the case first, and not its documents', async () => {
    const admin = await signedIn(api, { roles: ['ADMIN'] });
    const seen = await caseOf(api, caseId, admin.as);
    expect(seen).toMatchObject({ id: caseId, canRead: false, documentCount: null, documents: { nodes: [] } });
    expect(await documentOf(api, documentId, admin.as)).toBeNull();
    expect((await eraseCase(api, caseId, admin.as)).code).toBe('NOT_FOUND');

    await addMember(api, { caseId, member: admin.actor }, admin.as);

    expect((await documentOf(api, documentId, admin.as)).name).toBe(SECRETS[1]);
    expect(await verifiedIn(admin.as)).toBe(1);
    const { data } = await api.graphql('{ auditTrail(first: 5) { nodes { action actor changes { field after } } } }', {
      as: admin.as,
    });
    expect(JSON.stringify(data)).toContain('addCaseMember');
    await removeMember(api, { caseId, member: admin.actor }, admin.as);
  });
});

test('a key without access can’t give an agent the access that it lacks', async () => {
  const agent = await agentOf(api, owner.as);
  await addMember(api, { caseId, member: agent.actor }, owner.as);
  const { token } = await issueKey(api, { customerId: owner.customer.id });
  const without = { bearer: token };

  const issued = await mutateAgents(api, 'issueAgentKey', { agentId: agent.agentId, name: 'New' }, without);
  const named = await mutateAgents(
    api,
    'issueAgentKey',
    { agentId: agent.agentId, name: 'New', scopes: ['cases:read'] },
    without,
  );
  const rotated = await mutateAgents(api, 'rotateAgentKey', { agentKeyId: agent.keyId }, without);

  expect(issued.agentKey.scopes).not.toContain('cases:read');
  expect(named.code).toBe('FORBIDDEN');
  expect(rotated.code).toBe('CONFLICT');
});
