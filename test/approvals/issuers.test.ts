import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../customers/graph.ts';
import { issue } from '../operators/staff-support.ts';
import { agentOf } from '../support/agents.ts';
import type { Credential, Json } from '../support/api.ts';
import { type Office, startOffice } from './support.ts';

let office: Office;
let ada: Credential;
let ben: Credential;
beforeAll(async () => {
  office = await startOffice();
  ada = await office.person('op_ada', 'ADMIN');
  ben = await office.person('op_ben', 'ADMIN');
});
afterAll(() => office.stop());

const APPROVAL = 'query ($id: ID!) { approval(id: $id) { sha256 obstacle payloadText } }';
const ISSUE = `mutation ($input: IssueCustomerKeyInput!) {
  issueCustomerKey(input: $input) { ... on IssuedCustomerKey { token customerKey { id issuedBy } } ... on Problem { message } } }`;
const ROTATE = `mutation ($input: RotateCustomerKeyInput!) {
  rotateCustomerKey(input: $input) { ... on RotatedCustomerKey { token customerKey { issuedBy } } ... on Problem { message } } }`;
const CANCEL = 'mutation ($id: ID!) { cancelApproval(input: { approvalId: $id }) { __typename } }';
const INBOX = '{ approvalInbox(first: 100) { nodes { id } } }';

let count = 0;
async function keyBy(who: Credential): Promise<Json> {
  count += 1;
  const { customer } = await createCustomer(office, { name: `Issued ${count}`, plan: 'BASE' });
  const { issueCustomerKey: issued } = await office.graph(ISSUE, who, {
    input: { customerId: customer.id, name: 'Test' },
  });
  return { ...issued, as: { bearer: issued.token } };
}

async function howItStands(id: string, who: Credential) {
  const { approval } = await office.graph(APPROVAL, who, { id });
  const inbox = await office.graph(INBOX, who);
  return { ...approval, isInInbox: inbox.approvalInbox.nodes.some((one: Json) => one.id === id) };
}

async function decided(id: string, who: Credential) {
  const { sha256 } = await howItStands(id, 'operator');
  return office.decide('approve', who, { id, sha256 });
}

test('who has issued a customer’s key neither reads nor decides what is asked with it; somebody else does', async () => {
  const key = await keyBy(ada);
  const { approvalId } = await office.held(key.as);

  expect(key.customerKey.issuedBy).toBe('operator:op_ada');
  expect(await howItStands(approvalId, ada)).toMatchObject({
    obstacle: 'OWN_REQUEST',
    payloadText: null,
    isInInbox: false,
  });
  expect(await decided(approvalId, ada)).toMatchObject({
    __typename: 'DecisionRefused',
    code: 'FORBIDDEN',
    obstacle: 'OWN_REQUEST',
    message: expect.stringContaining('inviteOperator'),
  });
  expect(await howItStands(approvalId, ben)).toMatchObject({ obstacle: null, isInInbox: true });
  expect(await decided(approvalId, ben)).toMatchObject({ __typename: 'ApprovedRequest' });
});

test('nor does it help to make an agent of the customer with that key, and ask as that', async () => {
  const key = await keyBy(ada);
  const agent = await agentOf(office, key.as);
  const { approvalId } = await office.held(agent.as);

  expect(await decided(approvalId, ada)).toMatchObject({ obstacle: 'OWN_REQUEST' });
  expect(await decided(approvalId, ben)).toMatchObject({ __typename: 'ApprovedRequest' });
});

test('nor to issue the key with a token of somebody else, or with one that such a token has issued', async () => {
  await office.person('op_eve', 'ADMIN');
  const scopes = ['own-account:manage', 'customers:manage', 'approvals:decide', 'approvals:read', 'runs:read'];
  const first = await issue(office, { operatorId: 'op_eve', scopes: [...scopes, 'operators:manage'] }, ada);
  const second = await issue(office, { scopes }, { bearer: first.token });
  const key = await keyBy({ bearer: second.token });
  const { approvalId } = await office.held(key.as);

  expect(second.operatorToken.issuedBy).toBe('operator:op_eve');
  expect(await decided(approvalId, ada)).toMatchObject({ obstacle: 'OWN_REQUEST' });
  expect(await decided(approvalId, ben)).toMatchObject({ __typename: 'ApprovedRequest' });

  const own = await office.held(ada);
  expect(await decided(own.approvalId, { bearer: second.token })).toMatchObject({ obstacle: 'OWN_REQUEST' });
});

test('of a key that took the place of another, who made it so has issued it', async () => {
  const key = await keyBy(ada);
  const { rotateCustomerKey: rotated } = await office.graph(ROTATE, ben, {
    input: { customerKeyId: key.customerKey.id, overlapHours: 1 },
  });
  const [before, after] = [await office.held(key.as), await office.held({ bearer: rotated.token })];

  expect(rotated.customerKey.issuedBy).toBe('operator:op_ben');
  expect(await decided(before.approvalId, ada)).toMatchObject({ obstacle: 'OWN_REQUEST' });
  expect(await decided(after.approvalId, ben)).toMatchObject({ obstacle: 'OWN_REQUEST' });
  expect(await decided(after.approvalId, ada)).toMatchObject({ __typename: 'ApprovedRequest' });
});

test('a key issued with the admin token is issued by no person: one ADMIN alone can work', async () => {
  const { approvalId } = await office.held((await keyBy('operator')).as);

  expect(await decided(approvalId, ada)).toMatchObject({ __typename: 'ApprovedRequest' });
});

test('who has issued the key may stop what was asked with it, and strangers may not', async () => {
  const key = await keyBy(ada);
  const { approvalId } = await office.held(key.as);

  expect(await office.graph(CANCEL, ben, { id: approvalId })).toEqual({ cancelApproval: { __typename: 'NotFound' } });
  expect(await office.graph(CANCEL, ada, { id: approvalId })).toEqual({
    cancelApproval: { __typename: 'CanceledRequest' },
  });
});
