import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApprovalsApi, DescriptionSection, NewApproval } from '../../src/approvals/index.ts';
import { customer } from '../../src/customers/customer.principal.ts';
import { defineFeature } from '../../src/feature.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { type SignedIn, signedIn } from '../support/people.ts';

let api: Api;
let filing: ApprovalsApi;
let ada: SignedIn;
let bea: SignedIn;
/** What is said of all that is asked for here. */
let sections: DescriptionSection[];
beforeAll(async () => {
  const caller = defineFeature({
    name: 'who files',
    compose(_, { approvals: given }: { approvals: ApprovalsApi }) {
      filing = given;
      return { api: {}, contributions: { approvalDescriptions: { RUN_OUTPUT: async () => sections } } };
    },
  });
  api = await startApi({ features: [caller] });
  ada = await signedIn(api, { roles: ['APPROVER'], name: 'Ada' });
  bea = await signedIn(api, { roles: ['APPROVER'], name: 'Bea' });
});
afterAll(() => api.stop());

const FOUND: DescriptionSection = { title: 'Findings', rows: [['A secret', 'What has the form of a key (/to)']] };
beforeEach(() => {
  sections = [{ title: 'Changes', changes: [{ operation: 'ADD', pointer: '/to', before: null, after: 'eve' }] }];
});

async function filed(more: Partial<NewApproval> = {}): Promise<{ id: string; sha256: string }> {
  const thing: NewApproval = {
    subjectKind: 'RUN_OUTPUT',
    subjectId: 'run_1',
    title: 'Let “send_email” reach one address.',
    facts: { channel: 'EMAIL' },
    payload: Buffer.from('{"to":"eve"}'),
    customerId: 'cus_1',
    lifetimeMs: 86_400_000,
    ...more,
  };
  const ctx = contextOn(api.services.platform.database, customer('cus_1', 'cky_1'));
  const { id, sha256 } = await ctx.transactional((inner) => filing.file(inner, thing));
  return { id, sha256 };
}

async function looked(id: string, as: Credential = ada.as): Promise<Json> {
  const { data, errors } = await api.graphql(
    'query ($id: ID!) { approval(id: $id) { displayText displayHash decisions { verdict displayHash } } }',
    { as, variables: { id } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.approval;
}

async function decide(how: 'approve' | 'reject', { as }: SignedIn, { id, ...input }: Json): Promise<Json> {
  const type = how === 'approve' ? 'ApproveInput' : 'RejectInput';
  const { data } = await api.graphql(
    `mutation ($input: ${type}!) { result: ${how}(input: $input) { __typename ... on Problem { code message } ... on DecisionRefused { obstacle } } }`,
    { as, variables: { input: { approvalId: id, reason: 'So it is.', ...input } } },
  );
  return data.result;
}

const decisionsOf = (id: string) =>
  api.database.query('select decided_by, display_hash from approval_decision where approval_id = $1 order by id', [id]);

const CHANGED = {
  __typename: 'DecisionRefused',
  code: 'CONFLICT',
  obstacle: 'DISPLAY_CHANGED',
  message: expect.stringContaining('The text shown to approvers has changed since you read it'),
};

test('who decides is given what is shown with its digest, and nobody else is', async () => {
  const policy = { version: 3, sha256: 'c'.repeat(64) };
  const { id, sha256 } = await filed({ quorum: 2, policy });

  const { displayText, displayHash } = await looked(id);

  const shown = JSON.parse(displayText);
  expect(hash('sha256', displayText)).toBe(displayHash);
  expect(documentDigest(shown)).toBe(displayHash);
  expect(shown).toMatchObject({
    version: 1,
    id,
    sha256,
    quorum: 2,
    policy,
    sections,
    askedBy: 'customer:cus_1',
    facts: { channel: 'EMAIL' },
    customerId: 'cus_1',
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await looked(id, bea.as)).toMatchObject({ displayText, displayHash });
  const auditor = await signedIn(api, { roles: ['AUDITOR'] });
  expect(await looked(id, auditor.as)).toMatchObject({ displayText: null, displayHash: null });
  const barred = await filed({ barred: [ada.actor] });
  expect(await looked(barred.id)).toMatchObject({ displayText: null, displayHash: null });
  const { as } = await customerWithKey(api);
  expect(await looked(id, as)).toBeNull();
});

test('it is kept with the decision; who does not say what was shown, decides as ever', async () => {
  const { id, sha256 } = await filed({ quorum: 2 });
  const { displayHash } = await looked(id);

  expect(await decide('approve', ada, { id, sha256, displayHash })).toMatchObject({ __typename: 'ApprovedRequest' });
  // What others have decided is nothing that changes what is shown.
  expect((await looked(id, bea.as)).displayHash).toBe(displayHash);
  expect(await decide('reject', bea, { id, sha256 })).toMatchObject({ __typename: 'RejectedRequest' });

  expect((await looked(id)).decisions).toEqual([
    { verdict: 'APPROVE', displayHash },
    { verdict: 'REJECT', displayHash: null },
  ]);
  // The same again is answered as the first time, and with another digest it is not the same.
  expect(await decide('approve', ada, { id, sha256, displayHash })).toMatchObject({ __typename: 'ApprovedRequest' });
  const other = { id, sha256, displayHash: 'd'.repeat(64) };
  expect(await decide('approve', ada, other)).toMatchObject({ obstacle: 'DECIDED_BEFORE' });
});

test.each(['approve', 'reject'] as const)('what was found after one has looked: nobody can %s', async (how) => {
  const { id, sha256 } = await filed();
  const { displayHash } = await looked(id);

  sections = [...sections, FOUND];

  expect(await decide(how, ada, { id, sha256, displayHash })).toMatchObject(CHANGED);
  expect(await decisionsOf(id)).toEqual([]);
  const again = (await looked(id)).displayHash;
  expect(again).not.toBe(displayHash);
  expect(await decide(how, ada, { id, sha256, displayHash: again })).not.toHaveProperty('code');
  expect(await decisionsOf(id)).toEqual([{ decided_by: ada.actor, display_hash: again }]);
});

test('what is shown of one request is not what is shown of another with the same content', async () => {
  const [one, other] = [await filed(), await filed({ quorum: 2 })];
  const { displayHash } = await looked(one.id);

  expect(one.sha256).toBe(other.sha256);
  expect(await decide('approve', ada, { ...other, displayHash })).toMatchObject(CHANGED);
});

test('where the content is gone, that is what is shown, and it can be rejected', async () => {
  const { id, sha256 } = await filed();
  const before = await looked(id);
  await api.database.query('update approval set payload = null where id = $1', [id]);

  const { displayText, displayHash } = await looked(id);

  expect(JSON.parse(displayText).sections).toBeNull();
  expect(await decide('reject', ada, { id, sha256, displayHash: before.displayHash })).toMatchObject(CHANGED);
  expect(await decide('reject', ada, { id, sha256, displayHash })).toMatchObject({ __typename: 'RejectedRequest' });
});
