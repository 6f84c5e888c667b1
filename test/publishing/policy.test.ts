import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_POLICY } from '../../src/publishing/policy/first-policy.ts';
import { termsOf } from '../../src/publishing/policy/matching-rule.ts';
import type { PublishingPolicyDraft, RuleConditions } from '../../src/publishing/policy/policy.ts';
import { policyDigest } from '../../src/publishing/policy/policy-book.ts';
import { policyIssues, quorumIssues } from '../../src/publishing/policy/policy-check.ts';
import { customerWithKey } from '../customers/graph.ts';
import type { Credential, Json } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { type Gate, LETTER, startGate } from './support.ts';

const EVERYTHING: RuleConditions = {
  channels: null,
  tools: null,
  targets: null,
  recipientsAtLeast: null,
  agents: null,
  owners: null,
};
const rule = (name: string, when: Partial<RuleConditions>, quorum = 1) => ({
  name,
  when: { ...EVERYTHING, ...when },
  terms: { quorum, lifetimeMinutes: 60, permitMinutes: 5, blocking: [] },
});
const policy = (...rules: PublishingPolicyDraft['rules']): PublishingPolicyDraft => ({ ...FIRST_POLICY, rules });
const action = (more: Json = {}) => ({
  tool: 'send_email',
  channel: 'EMAIL' as const,
  targets: ['ada@example.org'],
  arguments: {},
  summary: 'x',
  runIds: [],
  assetIds: [],
  ...more,
});
const ASKER = { agentId: null, owner: 'customer:cus_x' };

describe('the first rule that fits', () => {
  const fits = (when: Partial<RuleConditions>, more: Json = {}, asker = ASKER) =>
    termsOf(policy(rule('it', when, 7)), action(more), asker as typeof ASKER).quorum === 7;

  test.each<[string, Partial<RuleConditions>, Json, boolean]>([
    ['everything', {}, {}, true],
    ['its channel', { channels: ['EMAIL'] }, {}, true],
    ['no other channel', { channels: ['CRM'] }, {}, false],
    ['as many recipients', { recipientsAtLeast: 2 }, { targets: ['a@b.example', 'c@b.example'] }, true],
    ['no fewer', { recipientsAtLeast: 2 }, {}, false],
    ['a tool by its name in any case', { tools: ['Send_Email'] }, {}, true],
    ['a tool by its beginning', { tools: ['send_*'] }, {}, true],
    ['no other tool', { tools: ['send'] }, {}, false],
    ['a domain', { targets: { quantity: 'ANY', patterns: ['*@example.org'] } }, {}, true],
    ['no domain that only ends so', { targets: { quantity: 'ANY', patterns: ['*@ample.org'] } }, {}, false],
    ['a domain below another', { targets: { quantity: 'ANY', patterns: ['*.org'] } }, {}, false],
    [
      'one of several',
      { targets: { quantity: 'ANY', patterns: ['*@b.example'] } },
      { targets: ['a@c.example', 'a@b.example'] },
      true,
    ],
    [
      'only all of several',
      { targets: { quantity: 'ALL', patterns: ['*@b.example'] } },
      { targets: ['a@c.example', 'a@b.example'] },
      false,
    ],
    [
      'a number by its beginning',
      { targets: { quantity: 'ALL', patterns: ['+49*'] } },
      { channel: 'MESSAGING', targets: ['+4915112345678'] },
      true,
    ],
    [
      'an object of a CRM',
      { targets: { quantity: 'ALL', patterns: ['contact/*'] } },
      { channel: 'CRM', targets: ['contact/4711'] },
      true,
    ],
    ['an owner', { owners: ['customer:cus_x'] }, {}, true],
    ['no agent where none asks', { agents: ['agt_x'] }, {}, false],
  ])('fits %s', (_, when, more, is) => {
    expect(fits(when, more)).toBe(is);
  });

  test('comes before a later one, and where none fits the rest holds', () => {
    const two = policy(
      rule('one', { channels: ['CRM'] }, 3),
      rule('two', { tools: ['send_*'] }, 4),
      rule('three', {}, 5),
    );

    expect(termsOf(two, action(), ASKER).quorum).toBe(4);
    expect(termsOf(policy(), action(), ASKER)).toEqual(FIRST_POLICY.otherwise);
  });

  test('as delivered asks one person for a letter and two for a mailing, and refuses secrets', () => {
    const many = Array.from({ length: 101 }, (_, index) => `a${index}@example.org`);

    expect(termsOf(FIRST_POLICY, action(), ASKER)).toMatchObject({ quorum: 1, blocking: ['SECRET'] });
    expect(termsOf(FIRST_POLICY, action({ targets: many }), ASKER).quorum).toBe(2);
    expect(termsOf(FIRST_POLICY, action({ channel: 'CRM', targets: ['contact/1'] }), ASKER).quorum).toBe(1);
    expect(policyIssues(FIRST_POLICY)).toEqual([]);
  });
});

describe('a rule that nothing reaches', () => {
  test.each<[string, Partial<RuleConditions>, Partial<RuleConditions>, boolean]>([
    ['behind one for everything', {}, { tools: ['a'] }, true],
    ['behind a wider channel', { channels: ['CRM', 'EMAIL'] }, { channels: ['CRM'] }, true],
    ['behind a narrower channel', { channels: ['CRM'] }, { channels: ['CRM', 'EMAIL'] }, false],
    ['behind fewer recipients', { recipientsAtLeast: 10 }, { recipientsAtLeast: 20 }, true],
    ['behind more recipients', { recipientsAtLeast: 20 }, { recipientsAtLeast: 10 }, false],
    ['behind a prefix', { tools: ['send_*'] }, { tools: ['send_email'] }, true],
    ['behind a longer prefix', { tools: ['send_e*'] }, { tools: ['send_*'] }, false],
    [
      'behind its domain',
      { targets: { quantity: 'ANY', patterns: ['*@b.example'] } },
      { targets: { quantity: 'ALL', patterns: ['a@b.example'] } },
      true,
    ],
    [
      'behind all of its domain',
      { targets: { quantity: 'ALL', patterns: ['*@b.example'] } },
      { targets: { quantity: 'ANY', patterns: ['a@b.example'] } },
      false,
    ],
  ])('%s', (_, earlier, later, isUnreachable) => {
    const issues = policyIssues(policy(rule('one', earlier), rule('two', later)));

    expect(issues.map(({ pointer }) => pointer)).toEqual(isUnreachable ? ['/rules/1'] : []);
  });
});

test.each<[string, Partial<RuleConditions>, string]>([
  ['a tool with a blank', { tools: ['send email'] }, '/rules/0/when/tools/0'],
  ['a star in the middle', { tools: ['a*b'] }, '/rules/0/when/tools/0'],
  ['no target', { targets: { quantity: 'ANY', patterns: ['everybody'] } }, '/rules/0/when/targets/patterns/0'],
  [
    'a target of another channel',
    { channels: ['CRM'], targets: { quantity: 'ANY', patterns: ['*@b.example'] } },
    '/rules/0/when/targets/patterns/0',
  ],
  ['no agent', { agents: ['bob'] }, '/rules/0/when/agents/0'],
  ['no owner', { owners: ['partner:x'] }, '/rules/0/when/owners/0'],
])('%s is no pattern', (_, when, pointer) => {
  expect(policyIssues(policy(rule('it', when))).map((issue) => issue.pointer)).toEqual([pointer]);
});

test('a policy that nobody could fulfil is refused with what to do', () => {
  expect(quorumIssues(FIRST_POLICY, 0)).toMatchObject([{ pointer: '', detail: expect.stringContaining('Invite one') }]);
  expect(quorumIssues(FIRST_POLICY, 1).map(({ pointer }) => pointer)).toEqual([
    '/rules/0/terms/quorum',
    '/rules/1/terms/quorum',
  ]);
  expect(quorumIssues(FIRST_POLICY, 2)).toEqual([]);
});

describe('by the graph', () => {
  const PUBLISH = `mutation ($input: PublishPublishingPolicyInput!) { result: publishPublishingPolicy(input: $input) { __typename
    ... on PublishedPublishingPolicy { publishingPolicy { number sha256 document publishedBy reason changes { count changes { pointer } } } }
    ... on PublishingPolicyInvalid { code faults { pointer message } } ... on Problem { message } } }`;
  const NEWEST = '{ publishingPolicies(first: 1) { nodes { number document sha256 restoredFrom } } }';
  let gate: Gate;
  let admin: Credential;
  let machine: Awaited<ReturnType<Gate['machine']>>;
  beforeAll(async () => {
    gate = await startGate();
    machine = await gate.machine((await customerWithKey(gate, { plan: 'PRO' })).as);
    admin = (await signedIn(gate, { roles: ['ADMIN'] })).as;
  });
  afterAll(() => gate.stop());

  const newest = async () => (await gate.graph(NEWEST, admin)).publishingPolicies.nodes[0];
  const publish = async (document: Json, as: Credential = admin, ifVersion?: number) => {
    const input = { document, reason: 'A test.', ifVersion: ifVersion ?? (await newest()).number };
    return (await gate.graph(PUBLISH, as, { input })).result;
  };
  const only = (terms: Json, more: Json = {}) => ({ rules: [], otherwise: { quorum: 1, ...terms }, ...more });

  test('a quorum larger than the people there are is refused, and one that they are is in force at once', async () => {
    const refused = await publish(only({ quorum: 3 }));
    const published = await publish(only({ quorum: 1, lifetimeMinutes: 90 }));
    const { publishRequest } = await gate.file(machine.as);

    expect(refused).toMatchObject({ code: 'PUBLISHING_POLICY_INVALID', faults: [{ pointer: '/otherwise/quorum' }] });
    expect(refused.faults[0].message).toContain('Invite more');
    const { number, sha256, document } = published.publishingPolicy;
    expect(document.otherwise).toEqual({ quorum: 1, lifetimeMinutes: 90, permitMinutes: 15, blocking: [] });
    expect(sha256).toBe(policyDigest(document));
    expect(publishRequest.policyVersion).toBe(number);
    const [frozen] = await gate.database.query<Json>(
      'select policy_sha256 as sha256 from publish_request where id = $1',
      [publishRequest.id],
    );
    expect(frozen!.sha256).toBe(sha256);
  });

  test('what blocks is refused with where it is, and what does not is shown to who approves', async () => {
    const argumentsText = JSON.stringify({ body: 'See [paypal.com](https://evil.example)' });
    await publish(only({ blocking: ['DECEPTIVE_LINK'] }));
    const blocked = await gate.file(machine.as, { argumentsText });
    await publish(only({ blocking: [] }));
    const { publishRequest } = await gate.file(machine.as, { argumentsText });

    expect(blocked).toMatchObject({
      __typename: 'PublishRequestBlocked',
      findings: [{ kind: 'DECEPTIVE_LINK', pointer: '/arguments/body', isBlocking: true }],
    });
    expect(publishRequest.approval.facts.findings).toEqual(['DECEPTIVE_LINK']);
  });

  test('a recipient outside the list is found, by channel', async () => {
    const recipients = { EMAIL: ['*@example.org'], CRM: null, MESSAGING: null };
    await publish(only({ blocking: ['RECIPIENT_NOT_ALLOWED'] }, { recipients }));

    const inside = await gate.file(machine.as);
    const outside = await gate.file(machine.as, { targets: ['ada@example.org', 'eve@example.com'] });

    expect(inside.__typename).toBe('CreatedPublishRequest');
    expect(outside.findings).toMatchObject([{ kind: 'RECIPIENT_NOT_ALLOWED', pointer: '/targets/1' }]);
  });

  test('an earlier one is put in force again, and of two that edit the same one is refused', async () => {
    const { number } = await newest();
    await publish(only({ lifetimeMinutes: 10 }));
    const late = await publish(only({ lifetimeMinutes: 20 }), admin, number);
    const query = `mutation { result: restorePublishingPolicy(input: { version: ${number}, reason: "Back." }) {
      ... on RestoredPublishingPolicy { publishingPolicy { restoredFrom changes(since: ${number}) { count } } } } }`;

    const { result } = await gate.graph(query, admin);

    expect(late.__typename).toBe('PublishingPolicyConflict');
    expect(result.publishingPolicy).toEqual({ restoredFrom: number, changes: { count: 0 } });
  });

  test('it is published shortly after somebody has shown that it is they, by nobody else', async () => {
    const stale = (await signedIn(gate, { roles: ['ADMIN'], confirmedAt: null })).as;
    const editor = (await signedIn(gate, { roles: ['EDITOR'] })).as;

    expect(await publish(only({ lifetimeMinutes: 31 }), stale, 1)).toMatchObject({
      __typename: expect.stringMatching(/Step|Problem|Refus/),
    });
    expect((await publish(only({ lifetimeMinutes: 31 }), editor, 1)).__typename).toBe('Forbidden');
  });

  test('a request is bound to it only while it is filed: later ones leave it as it is', async () => {
    await publish(only({ quorum: 1 }));
    const { publishRequest } = await gate.file(machine.as, LETTER);
    await publish(only({ quorum: 2 }));

    const { approval, policyVersion } = await gate.request(machine.as, publishRequest.id);

    expect(approval.quorum).toBe(1);
    expect(policyVersion).toBe(publishRequest.policyVersion);
  });
});
