import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalsApi, NewApproval } from '../../src/approvals/index.ts';
import { customer } from '../../src/customers/customer.principal.ts';
import { defineFeature } from '../../src/feature.ts';
import { readAccount } from '../../src/operators/codes/account.sql.ts';
import { type Principal } from '../../src/platform/auth/principal.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { accountsOf, changeOperators } from '../support/operator-codes.ts';
import { type SignedIn, sessionOf, signedIn } from '../support/people.ts';
import { moveDeadline } from '../support/signed-approvals.ts';

let api: Api;
let filing: ApprovalsApi;
let ada: SignedIn;
let bea: SignedIn;
let cleo: SignedIn;
beforeAll(async () => {
  const caller = defineFeature({
    name: 'who files',
    compose(_, { approvals: given }: { approvals: ApprovalsApi }) {
      filing = given;
      return { api: {} };
    },
  });
  api = await startApi({ features: [caller] });
  ada = await signedIn(api, { roles: ['APPROVER'], name: 'Ada' });
  bea = await signedIn(api, { roles: ['APPROVER'], name: 'Bea' });
  cleo = await signedIn(api, { roles: ['ADMIN'], name: 'Cleo' });
});
afterAll(() => api.stop());

const asker = customer('cus_1', 'cky_1');

async function filed(more: Partial<NewApproval> = {}, as: Principal = asker): Promise<{ id: string; sha256: string }> {
  const ctx = contextOn(api.services.platform.database, as);
  const thing: NewApproval = {
    subjectKind: 'RUN_OUTPUT',
    subjectId: 'run_1',
    title: 'Let “send_email” reach one address by e-mail.',
    facts: { channel: 'EMAIL' },
    payload: Buffer.from('{"to":"bob@example.org","arguments":{"text":"Dear <b>Bob</b>"}}'),
    customerId: 'cus_1',
    lifetimeMs: 86_400_000,
    ...more,
  };
  const { id, sha256 } = await ctx.transactional((inner) => filing.file(inner, thing));
  return { id, sha256 };
}

const INBOX = `query ($filter: ApprovalInboxFilter, $orderBy: ApprovalInboxOrder, $first: Int, $after: String) {
  approvalInbox(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    totalCount nodes { id state obstacle } edges { cursor } pageInfo { hasNextPage endCursor }
    counts { total dueWithinADay bySubjectKind { subjectKind count } byChannel { channel count } } } }`;

async function inboxOf({ as }: SignedIn, variables: object = {}) {
  const { data, errors } = await api.graphql(INBOX, { as, variables });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.approvalInbox;
}

async function decide(
  how: 'approve' | 'reject',
  { as }: Pick<SignedIn, 'as'>,
  { id, sha256 }: { id: string; sha256: string },
) {
  const type = how === 'approve' ? 'ApproveInput' : 'RejectInput';
  const { data } = await api.graphql(
    `mutation ($input: ${type}!) { result: ${how}(input: $input) { __typename ... on Problem { code message } ... on DecisionRefused { obstacle } } }`,
    { as, variables: { input: { approvalId: id, sha256, reason: 'So it is.' } } },
  );
  return data.result;
}

const idsOf = (inbox: { nodes: { id: string }[] }) => inbox.nodes.map(({ id }) => id);

describe('the inbox', () => {
  test('has what one may decide, soonest due first, and pages on', async () => {
    const late = await filed({ lifetimeMs: 5 * 86_400_000 });
    const soon = await filed({ lifetimeMs: 3_600_000, facts: { channel: 'CRM' } });
    const own = await filed({ barred: [ada.actor] });
    const over = await filed({ lifetimeMs: 1 });

    const inbox = await inboxOf(ada);
    expect(idsOf(inbox)).toEqual([soon.id, late.id]);
    expect(idsOf(inbox)).not.toContain(over.id);
    expect(inbox.totalCount).toBe(2);
    expect(inbox.counts).toEqual({
      total: 2,
      dueWithinADay: 1,
      bySubjectKind: [{ subjectKind: 'RUN_OUTPUT', count: 2 }],
      byChannel: expect.arrayContaining([
        { channel: 'CRM', count: 1 },
        { channel: 'EMAIL', count: 1 },
      ]),
    });
    expect(idsOf(await inboxOf(bea))).toContain(own.id);
    expect(idsOf(await inboxOf(ada, { orderBy: { field: 'CREATED_AT' } }))).toEqual([late.id, soon.id]);
    expect(idsOf(await inboxOf(ada, { filter: { channel: ['CRM'] } }))).toEqual([soon.id]);
    expect(idsOf(await inboxOf(ada, { filter: { isDueWithinADay: true } }))).toEqual([soon.id]);
    for (const field of ['EXPIRES_AT', 'CREATED_AT']) {
      const orderBy = { field };
      const first = await inboxOf(ada, { first: 1, orderBy });
      expect(first.pageInfo.hasNextPage).toBe(true);
      const second = await inboxOf(ada, { first: 1, orderBy, after: first.pageInfo.endCursor });
      expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(new Set([late.id, soon.id]));
      expect(second.pageInfo.hasNextPage).toBe(false);
    }
    await decide('reject', ada, late);
    expect(idsOf(await inboxOf(ada))).toEqual([soon.id]);
    const { errors = [] } = await api.graphql(INBOX, { as: ada.as, variables: { after: 'x' } });
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    await decide('reject', bea, soon);
    await decide('reject', bea, own);
  });

  test('what somebody has asked for is a list', async () => {
    const asked = await filed({}, customer('cus_asking', 'cky_asking'));
    const { data } = await api.graphql(
      `query ($by: [String!]) { approvals(filter: { requestedBy: $by }) { nodes { id requestedBy } } }`,
      { as: ada.as, variables: { by: ['customer:cus_asking', 'customer:cus_silent'] } },
    );
    expect(data.approvals.nodes).toEqual([{ id: asked.id, requestedBy: 'customer:cus_asking' }]);
    await decide('reject', bea, asked);
  });

  test('what somebody has decided is a list, with who that was; why one may not decide is told in words', async () => {
    const decided = await filed();
    const open = await filed({ barred: [ada.actor] });
    await decide('approve', bea, decided);
    const listOf = async (actor: string) => {
      const { data } = await api.graphql(
        `query ($by: [String!]) { approvals(filter: { decidedBy: $by }) {
           nodes { id obstacleMessage decisions { decider { actor name } } } } }`,
        { as: ada.as, variables: { by: [actor] } },
      );
      return data.approvals.nodes;
    };

    const [newest] = await listOf(bea.actor);
    expect(newest).toEqual({
      id: decided.id,
      obstacleMessage: 'This request was decided, canceled, superseded or revoked already. Read its `state` again.',
      decisions: [{ decider: { actor: bea.actor, name: 'Bea' } }],
    });
    expect(await listOf(cleo.actor)).toEqual([]);
    const { data } = await api.graphql('query ($id: ID!) { approval(id: $id) { obstacleMessage } }', {
      as: ada.as,
      variables: { id: open.id },
    });
    expect(data.approval.obstacleMessage).toContain('Another approver can, at `/admin/approvals`.');
    await decide('reject', bea, open);
  });

  test('tells when it changes, and only what waits for whoever listens', async () => {
    const client = createClient({
      url: `${api.url}/graphql/stream`,
      headers: ada.as,
      retryAttempts: 0,
    });
    const told = client.iterate<{ approvalInboxChanged: { total: number } }>({
      query: 'subscription { approvalInboxChanged { total } }',
    });
    const next = async () => (await told.next()).value?.data?.approvalInboxChanged.total;

    expect(await next()).toBe(0);
    const one = await filed();
    expect(await next()).toBe(1);
    await decide('reject', bea, one);
    expect(await next()).toBe(0);
    client.dispose();
  });
});

describe('two of two', () => {
  test('forty at once: exactly two count', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => signedIn(api, { roles: ['APPROVER'] })));
    const thing = await filed({ quorum: 2 });

    const results = await Promise.all(people.map((person) => decide('approve', person, thing)));

    expect(results.filter(({ __typename }) => __typename === 'ApprovedRequest')).toHaveLength(2);
    expect(results.filter(({ obstacle }) => obstacle === 'ALREADY_DECIDED')).toHaveLength(38);
    expect(await rowsOf(thing.id)).toHaveLength(2);
    await changeOperators(api, 'update operator set disabled_at = now() where id = any($1)', [
      people.map(({ operatorId }) => operatorId),
    ]);
  });

  test('approve against reject: one end, whichever comes first', async () => {
    const thing = await filed({ quorum: 2 });
    await decide('approve', ada, thing);

    const results = await Promise.all([decide('approve', bea, thing), decide('reject', cleo, thing)]);

    expect(results.filter(({ __typename }) => __typename !== 'DecisionRefused')).toHaveLength(1);
    const [row] = await api.database.query<{ state: string }>('select state from approval where id = $1', [thing.id]);
    expect(row?.state).toBe(results[0].__typename === 'ApprovedRequest' ? 'APPROVED' : 'REJECTED');
  });

  test('one person in two sessions at once is one person', async () => {
    const thing = await filed({ quorum: 2 });
    const other = await sessionOf(api, ada.operatorId);

    const results = await Promise.all([decide('approve', ada, thing), decide('approve', other, thing)]);

    expect(results.map(({ __typename }) => __typename)).toEqual(['ApprovedRequest', 'ApprovedRequest']);
    expect(await rowsOf(thing.id)).toHaveLength(1);
    expect((await inboxOf(bea)).nodes.find(({ id }: { id: string }) => id === thing.id)).toMatchObject({
      state: 'PENDING',
      obstacle: null,
    });
    await decide('reject', bea, thing);
  });

  test.each([
    ['is disabled', 'update operator set disabled_at = now() where id = ?', ({ operatorId }: SignedIn) => operatorId],
    [
      'loses the role',
      `update operator set roles = '{AUDITOR}' where id = ?`,
      ({ operatorId }: SignedIn) => operatorId,
    ],
    ['is signed out', 'delete from operator_session where id = ?', ({ sessionId }: SignedIn) => sessionId],
  ])('who %s in the middle of deciding has not decided', async (_, change, idOf) => {
    const gone = await signedIn(api, { roles: ['APPROVER'] });
    const thing = await filed();
    // By somebody who has not committed yet, while the session still counts.
    const { orm } = api.services.platform.database;
    let deciding: Promise<{ obstacle?: string }> | undefined;
    await orm.em.fork().transactional(async (em) => {
      await em.getConnection().execute(change, [idOf(gone)], 'run', em.getTransactionContext());
      const stored = await readAccount(em, gone.operatorId);
      await accountsOf(api).storeCode(em, stored!.account);
      deciding = decide('approve', gone, thing);
      await waitsForLock();
    });

    expect(await deciding).toMatchObject({ obstacle: 'NOT_AN_APPROVER' });
    expect(await rowsOf(thing.id)).toEqual([]);
    await decide('reject', ada, thing);
    await changeOperators(api, 'update operator set disabled_at = now() where id = $1', [gone.operatorId]);
  });

  test('what expires in between is decided by nobody', async () => {
    const thing = await filed();
    await moveDeadline(api, thing.id, 0);

    expect(await decide('approve', ada, thing)).toMatchObject({ obstacle: 'EXPIRED' });
  });

  test('more than there are people for is refused with what to do, and nothing is filed', async () => {
    const [before] = await api.database.query<{ count: string }>('select count(*) from approval');

    await expect(filed({ quorum: 4 })).rejects.toMatchObject({
      code: 'QUORUM_UNREACHABLE',
      message: expect.stringContaining('eligible approvers: 3'),
    });
    await expect(filed({ quorum: 3, barred: [ada.actor] })).rejects.toMatchObject({ code: 'QUORUM_UNREACHABLE' });
    expect(await api.database.query('select count(*) from approval')).toEqual([before]);
  });
});

test('what waits can be superseded or canceled, what is approved revoked, and nothing else', async () => {
  const { database } = api.services.platform;
  const end = (id: string, ending: 'SUPERSEDED' | 'CANCELED' | 'REVOKED') =>
    contextOn(database).transactional((inner) => filing.end(inner, id, ending));
  const [one, two, three] = [await filed(), await filed(), await filed()];

  expect(await end(one.id, 'REVOKED')).toBe(false);
  expect(await end(one.id, 'SUPERSEDED')).toBe(true);
  expect(await end(two.id, 'CANCELED')).toBe(true);
  expect(await end(two.id, 'SUPERSEDED')).toBe(false);
  await decide('approve', ada, three);
  expect(await end(three.id, 'SUPERSEDED')).toBe(false);
  expect(await end(three.id, 'REVOKED')).toBe(true);
  const { data } = await api.graphql('{ approvals(first: 3) { nodes { id state } } }', { as: ada.as });
  expect(data.approvals.nodes.map(({ state }: { state: string }) => state)).toEqual([
    'REVOKED',
    'CANCELED',
    'SUPERSEDED',
  ]);
  await expect(api.database.query(`update approval set barred = '{}' where id = $1`, [three.id])).rejects.toThrow(
    'for good',
  );
});

const rowsOf = (id: string) =>
  api.database.query('select decided_by from approval_decision where approval_id = $1', [id]);

/** Until somebody in this database waits for another. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const [row] = await api.database.query<{ waits: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
    );
    if (row!.waits) return;
  }
}

describe('the pages of earlier releases', () => {
  const fetched = (path: string, init: object = {}) => api.fetch(path, { redirect: 'manual', ...init });

  test.each([
    ['/admin/inbox', '/admin/approvals'],
    ['/admin/inbox?after=abc', '/admin/approvals'],
    ['/admin/inbox/apv_1', '/admin/approvals/apv_1'],
    ['/admin/inbox/%2F%2Fevil.example', '/admin/approvals/%2F%2Fevil.example'],
  ])('%s redirects to the screens', async (path, to) => {
    for (const as of [ada.as, undefined]) {
      const { status, headers } = await fetched(path, { as });
      expect([status, headers.get('location')]).toEqual([308, to]);
    }
  });

  test('take no form any more', async () => {
    const thing = await filed();
    const { data } = await api.graphql('query ($id: ID!) { approval(id: $id) { sha256 displayHash } }', {
      as: ada.as,
      variables: { id: thing.id },
    });
    const decision: Record<string, string> = { reason: '', ...data.approval };
    const { status, headers } = await fetched(`/admin/inbox/${thing.id}`, {
      as: ada.as,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(api.url).origin },
      body: new URLSearchParams({ verdict: 'approve', ...decision }).toString(),
    });

    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(headers.get('content-type')).toMatch(/text\/html/);
    expect(await rowsOf(thing.id)).toEqual([]);
    await decide('reject', bea, thing);
  });
});
