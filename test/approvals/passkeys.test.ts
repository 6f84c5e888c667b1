import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApprovalDecision } from '../../src/approvals/approval.entity.ts';
import type { DecisionPasskey } from '../../src/approvals/passkeys/decision-passkey.ts';
import { newId } from '../../src/platform/ids.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { customerWithKey } from '../customers/graph.ts';
import type { Credential, Json } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { enrolPasskey } from '../support/passkeys.ts';
import { type SignedIn, sessionOf, signedIn, withPasskey } from '../support/people.ts';
import { signDecision } from '../support/signed-approvals.ts';
import { SoftwareAuthenticator, type Twist } from '../support/software-authenticator.ts';
import { type Office, startOffice } from './support.ts';

const ORIGIN = 'http://localhost:4000';

let now = new Date();
let office: Office;
let asker: Credential;
let ada: SignedIn;
let device: SoftwareAuthenticator;
let id: string;
let runId: string;
let sha256: string;
let displayHash: string;
beforeAll(async () => {
  office = await startOffice({ env: { PUBLIC_URL: ORIGIN }, clock: { now: () => now } });
  asker = (await customerWithKey(office)).as;
});
afterAll(() => office.stop());
beforeEach(async () => {
  now = new Date();
  await office.database.query('delete from limit_use');
  ada = await signedIn(office, { roles: ['APPROVER'] });
  device = await enrolPasskey(office, ada);
  ({ id, runId, sha256, displayHash } = await held('Lease and letter disagree on the deposit.'));
});

interface Held {
  id: string;
  runId: string;
  sha256: string;
  displayHash: string;
}

async function held(text: string): Promise<Held> {
  const { approvalId, runId } = await office.held(asker, { text });
  const { approval } = await office.graph('query ($id: ID!) { approval(id: $id) { sha256 displayHash } }', ada.as, {
    id: approvalId,
  });
  return { id: approvalId, runId, ...approval };
}

/** Has another request approved with the passkey. */
async function approveOther(text: string): Promise<Held> {
  const other = await held(text);
  const seen = { sha256: other.sha256, displayHash: other.displayHash };
  const passkey = await signature({ approvalId: other.id, ...seen });
  expect(await approve({ id: other.id, ...seen, passkey })).toMatchObject({ approval: { state: 'APPROVED' } });
  return other;
}

interface SignatureRequest {
  nonce: string;
  documentText: string;
  options: { challenge: string; allowCredentials: { id: string }[]; rpId: string; timeout: number };
}

async function begin(input: Json = {}, as: Credential = ada.as, at: Office = office): Promise<Json> {
  const { result } = await at.graph(
    `mutation ($input: BeginDecisionInput!) { result: beginDecision(input: $input) { __typename
       ... on BegunDecision { isPasskeyRequired signatureRequest { nonce documentText options } }
       ... on Problem { code message } ... on DecisionRefused { obstacle } } }`,
    as,
    { input: { approvalId: id, verdict: 'APPROVE', sha256, displayHash, ...input } },
  );
  return result;
}

/** What a browser sends after its person has used the passkey. */
async function signature(
  input: Json = {},
  { as = ada.as, by = device, twist = {} }: { as?: Credential; by?: SoftwareAuthenticator; twist?: Twist } = {},
) {
  const { signatureRequest } = (await begin(input, as)) as { signatureRequest: SignatureRequest };
  return { nonce: signatureRequest.nonce, credential: JSON.parse(by.shown(signatureRequest.options, twist)) };
}

const approve = (input: Json = {}, as: Credential = ada.as) =>
  office.decide('approve', as, { id, sha256, displayHash, ...input });

const signers = async (approvalId = id) => {
  const { approval } = await office.graph(
    'query ($id: ID!) { approval(id: $id) { decisions { verdict isSigned signedWith } } }',
    ada.as,
    { id: approvalId },
  );
  return approval.decisions as Json[];
};

async function rowOf(approvalId = id) {
  const [row] = await office.database.query<{ id: string; passkey: DecisionPasskey | null }>(
    'select id, passkey from approval_decision where approval_id = $1',
    [approvalId],
  );
  return row!;
}

describe('a decision of an approver who has a passkey', () => {
  test('is signed with it, and what was approved is released', async () => {
    const { signatureRequest, isPasskeyRequired } = (await begin()) as {
      signatureRequest: SignatureRequest;
      isPasskeyRequired: boolean;
    };
    expect(isPasskeyRequired).toBe(true);
    const document = JSON.parse(signatureRequest.documentText);
    expect(document).toMatchObject({ approvalId: id, sha256, displayHash, verdict: 'APPROVE', decidedBy: ada.actor });
    expect(document).toMatchObject({ nonce: signatureRequest.nonce, termsSha256: expect.stringMatching(/^\w{64}$/) });
    const { challenge, allowCredentials, rpId, timeout } = signatureRequest.options;
    expect(Buffer.from(challenge, 'base64url').toString('hex')).toBe(documentDigest(document));
    expect({ allowCredentials, rpId }).toMatchObject({
      allowCredentials: [{ id: device.credentialId }],
      rpId: 'localhost',
    });
    // A person may take minutes to find the device.
    expect(timeout).toBe(600_000);

    const passkey = {
      nonce: signatureRequest.nonce,
      credential: JSON.parse(device.shown(signatureRequest.options)),
    };
    expect(await approve({ passkey })).toMatchObject({ approval: { state: 'APPROVED' } });

    expect(await signers()).toEqual([{ verdict: 'APPROVE', isSigned: true, signedWith: 'PASSKEY' }]);
    expect((await office.ask(runId, asker)).status).toBe(200);
    expect(await findings()).toEqual([]);
    await office.upkeep('unsealed decisions');
    expect(await decisionsInLog()).toHaveLength(1);
  });

  test('can be a rejection', async () => {
    const passkey = await signature({ verdict: 'REJECT' });

    const rejected = await office.decide('reject', ada.as, { id, sha256, displayHash, passkey });

    expect(rejected).toMatchObject({ approval: { state: 'REJECTED' } });
    expect(await signers()).toMatchObject([{ verdict: 'REJECT', signedWith: 'PASSKEY' }]);
  });

  test('is refused without it, in a session as with a token, and says what to do', async () => {
    const token = await office.person(ada.operatorId, 'APPROVER');

    for (const as of [ada.as, token]) {
      const refused = await approve({}, as);
      expect(refused).toMatchObject({ code: 'PASSKEY_REQUIRED', obstacle: 'PASSKEY_REQUIRED' });
      expect(refused.message).toContain('`beginDecision`');
    }
    expect(await signers()).toEqual([]);
    const passkey = await signature({}, { as: token });
    expect(await approve({ passkey }, token)).toMatchObject({ approval: { state: 'APPROVED' } });
  });

  test('needs no other confirmation of who they are', async () => {
    const { as } = await sessionOf(office, ada.operatorId, null);
    expect(await approve({}, as)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const bad = await signature({}, { as, twist: { isUnverified: true } });
    expect(await approve({ passkey: bad }, as)).toMatchObject({ obstacle: 'PASSKEY_REFUSED' });

    const passkey = await signature({}, { as });

    expect(await approve({ passkey }, as)).toMatchObject({ approval: { state: 'APPROVED' } });
  });

  test('sent again after its answer was lost gives the same answer', async () => {
    const passkey = await signature();
    const first = await approve({ passkey });

    expect(await approve({ passkey })).toEqual(first);
    expect(await signers()).toHaveLength(1);
  });

  test('stays valid after the passkey was removed', async () => {
    await approve({ passkey: await signature() });

    await changeOperators(office, 'delete from operator_passkey where operator_id = $1', [ada.operatorId]);

    expect((await office.ask(runId, asker)).status).toBe(200);
    expect(await findings()).toEqual([]);
  });
});

test('an approver without a passkey decides as before, signed by the service’s key', async () => {
  const ben = await signedIn(office, { roles: ['APPROVER'] });

  expect(await begin({}, ben.as)).toMatchObject({ isPasskeyRequired: false, signatureRequest: null });
  expect(await approve({}, ben.as)).toMatchObject({ approval: { state: 'APPROVED' } });
  expect(await signers()).toMatchObject([{ signedWith: 'SERVICE_KEY' }]);
});

test('what can’t be decided is not begun either', async () => {
  expect(await begin({ sha256: '0'.repeat(64) })).toMatchObject({ obstacle: 'OTHER_CONTENT' });
  expect(await begin({ displayHash: '0'.repeat(64) })).toMatchObject({ obstacle: 'DISPLAY_CHANGED' });
  expect(await begin({ approvalId: 'apv_none' })).toMatchObject({ code: 'NOT_FOUND' });
  await approve({ passkey: await signature() });
  expect(await begin()).toMatchObject({ obstacle: 'DECIDED_BEFORE' });
});

describe('a signature is refused', () => {
  test.each<[string, Twist]>([
    ['of a page of another origin', { origin: 'http://localhost:4001' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a challenge that was made up', { challenge: 'x'.repeat(43) }],
    ['without a finger or a code', { isUnverified: true }],
    ['of the making of a passkey', { type: 'webauthn.create' }],
    ['by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['of a passkey that is not known', { credentialId: 'x'.repeat(43) }],
    ['by a copy that has not counted on', { counter: 1 }],
    ['by a copy that does not count', { counter: 0 }],
  ])('%s', async (_, twist) => {
    await approveOther('Another question.');

    const passkey = await signature({}, { twist });

    expect(await approve({ passkey })).toMatchObject({ code: 'FORBIDDEN', obstacle: 'PASSKEY_REFUSED' });
    expect(await signers()).toEqual([]);
  });

  const others: [string, () => Promise<Json>][] = [
    ['of the other verdict', () => signature({ verdict: 'REJECT' })],
    ['without the display', () => signature({ displayHash: null })],
    [
      'of another request with the same content',
      async () => {
        const other = await held('Lease and letter disagree on the deposit.');
        return signature({ approvalId: other.id, sha256: other.sha256, displayHash: other.displayHash });
      },
    ],
    [
      'after ten minutes',
      async () => {
        const passkey = await signature();
        now = new Date(now.getTime() + 10 * 60_000 + 1_000);
        return passkey;
      },
    ],
    ['with a nonce that the service didn’t issue', async () => ({ ...(await signature()), nonce: 'x'.repeat(160) })],
    [
      'with the nonce of another signature',
      async () => {
        const { nonce } = await signature();
        return { ...(await signature()), nonce };
      },
    ],
    [
      'of another person',
      async () => {
        const ben = await signedIn(office, { roles: ['APPROVER'] });
        return signature({}, { as: ben.as, by: await enrolPasskey(office, ben) });
      },
    ],
    [
      'of another person’s passkey over the approver’s own decision',
      async () => {
        const ben = await signedIn(office, { roles: ['APPROVER'] });
        return signature({}, { by: await enrolPasskey(office, ben) });
      },
    ],
    ['that is none', async () => ({ ...(await signature()), credential: {} })],
  ];
  test.each(others)('%s', async (_, sent) => {
    const passkey = await sent();

    expect(await approve({ passkey })).toMatchObject({ code: 'FORBIDDEN', obstacle: 'PASSKEY_REFUSED' });
    expect(await signers()).toEqual([]);
  });

  test('a second time, for the decision of a second person', async () => {
    const passkey = await signature();
    await approve({ passkey });
    await forge(['delete from approval_decision where approval_id = $1', id], [PENDING, id]);

    expect(await approve({ passkey })).toMatchObject({ obstacle: 'PASSKEY_REFUSED' });
  });

  test('of a passkey that was removed meanwhile', async () => {
    const passkey = await signature();
    await changeOperators(office, 'delete from operator_passkey where operator_id = $1', [ada.operatorId]);

    expect(await approve({ passkey })).toMatchObject({ obstacle: 'PASSKEY_REFUSED' });
  });
});

const APPROVED = `update approval set state = 'APPROVED', decided_at = now() where id = $1`;
const PENDING = `update approval set state = 'PENDING', decided_at = null where id = $1`;

/** Runs statements as someone who owns the tables: no trigger stops them. */
async function forge(...statements: [sql: string, ...values: unknown[]][]): Promise<void> {
  const tables = ['approval', 'approval_decision'];
  for (const table of tables) await office.database.query(`alter table ${table} disable trigger user`);
  try {
    for (const [sql, ...values] of statements) await office.database.query(sql, values);
  } finally {
    for (const table of tables) await office.database.query(`alter table ${table} enable trigger user`);
  }
}

async function findings(): Promise<string[]> {
  const found: string[] = [];
  const check = office.services.checks.find(({ name }) => name === 'approval-signatures')!;
  await check.run({
    ctx: contextOn(office.services.platform.database),
    repairs: false,
    deletes: false,
    isOver: () => false,
    count: () => {},
    progress: () => {},
    found: ({ kind, what, rows }) => void (rows.includes(`approval ${id}`) && found.push(`${kind}: ${what}`)),
  });
  return found;
}

const decisionsInLog = () => office.database.query('select from decision_seal where approval_id = $1', [id]);

describe('what was approved with a passkey is not released', () => {
  let decision: { id: string; passkey: DecisionPasskey };
  beforeEach(async () => {
    await approve({ passkey: await signature() });
    decision = (await rowOf()) as typeof decision;
  });

  const change = (passkey: unknown) =>
    forge(['update approval_decision set passkey = $2 where id = $1', decision.id, JSON.stringify(passkey)]);

  /** The requester gets nothing, and `integrity` names the request. */
  async function expectRefused(words: string): Promise<void> {
    expect(await office.ask(runId, asker)).toMatchObject({
      status: 409,
      body: { error: { code: 'approval_not_proven' } },
    });
    expect(await findings()).toEqual([expect.stringMatching(new RegExp(`^DECISION_NOT_SIGNED: .*${words}`))]);
  }

  test('without the signature', async () => {
    await forge(['update approval_decision set passkey = null where id = $1', decision.id]);

    await expectRefused('no valid signature:');
  });

  test('with another public key, and a signature by it', async () => {
    const other = new SoftwareAuthenticator(ORIGIN);
    const { x, y } = other.key.publicKey.export({ format: 'jwk' });
    const key = Buffer.from(decision.passkey.publicKey, 'base64url');
    const publicKey = Buffer.from(
      key.toString('hex').replace(/5820.{64}225820.{64}/, `5820${hex(x!)}225820${hex(y!)}`),
      'hex',
    );
    const { challenge } = JSON.parse(Buffer.from(decision.passkey.clientDataJSON, 'base64url').toString());
    const { response } = JSON.parse(other.shown({ challenge }));
    const passkey = { ...decision.passkey, ...response, publicKey: publicKey.toString('base64url') };
    await change(passkey);

    await expectRefused('no valid signature:');
    // The signature by the other key is valid: only the service’s key says whose key it was.
    await signDecision(office, decision.id);
    expect(await findings()).toEqual([]);
  });

  test.each<[string, (passkey: DecisionPasskey) => unknown]>([
    ['with another credential', (passkey) => ({ ...passkey, credentialId: 'x'.repeat(43) })],
    ['with another origin', (passkey) => ({ ...passkey, origin: 'https://evil.example' })],
    ['with an object that is none', () => ({})],
    ['with members of other types', () => ({ credentialId: { toString: 1 }, publicKey: [], origin: 7 })],
    ['with a text', () => 'passkey'],
    ['with a number', () => 7],
  ])('%s', async (_, changed) => {
    await change(changed(decision.passkey));

    await expectRefused('no valid signature:');
  });

  /** As if someone had the service’s key, but not the passkey. */
  const changes: [string, (passkey: DecisionPasskey) => unknown][] = [
    ['another nonce', (passkey) => ({ ...passkey, nonce: 'x'.repeat(160) })],
    ['no nonce', ({ nonce: _, ...passkey }) => passkey],
    ['another signature', (passkey) => ({ ...passkey, signature: Buffer.alloc(70).toString('base64url') })],
    ['no signature', ({ signature: _, ...passkey }) => passkey],
    ['other data of the device', (passkey) => ({ ...passkey, authenticatorData: withoutUser(passkey) })],
    ['no public key', (passkey) => ({ ...passkey, publicKey: '' })],
    ['no origin', ({ origin: _, ...passkey }) => passkey],
  ];
  test.each(changes)('with %s, although the service’s key signed it', async (_, changed) => {
    await change(changed(decision.passkey));
    await signDecision(office, decision.id);

    await expectRefused('of its approver’s passkey');
  });

  test('with the other verdict, although the service’s key signed it', async () => {
    ({ id, runId, sha256, displayHash } = await held('A question to reject.'));
    const passkey = await signature({ verdict: 'REJECT' });
    await office.decide('reject', ada.as, { id, sha256, displayHash, passkey });
    await forge([`update approval_decision set verdict = 'APPROVE' where approval_id = $1`, id], [APPROVED, id]);
    await signDecision(office, (await rowOf()).id);

    await expectRefused('of its approver’s passkey');
  });

  test('with the signature of another request, although the service’s key signed it, nor is it sealed', async () => {
    const other = id;
    ({ id, runId, sha256, displayHash } = await held('Another question.'));
    const forged = newId('approvalDecision');
    await forge(
      [
        `insert into approval_decision (id, approval_id, verdict, decided_by, sha256, display_hash, credential_kind, position, decided_at, passkey)
           select $1, $2, verdict, decided_by, $3, $4, credential_kind, position, now(), passkey
           from approval_decision where approval_id = $5`,
        forged,
        id,
        sha256,
        displayHash,
        other,
      ],
      [APPROVED, id],
    );
    await signDecision(office, forged);

    await expectRefused('of its approver’s passkey');
    await office.upkeep('unsealed decisions');
    expect(await decisionsInLog()).toEqual([]);
  });
});

describe('where a passkey isn’t required', () => {
  test('because of DECISIONS_WITH_PASSKEY, an approver can decide with it and without it', async () => {
    await using other = await elsewhere({ PUBLIC_URL: ORIGIN, DECISIONS_WITH_PASSKEY: 'optional' });
    const { as } = other;

    expect(await begin(other.request, as, other.office)).toMatchObject({
      isPasskeyRequired: false,
      signatureRequest: { nonce: expect.any(String) },
    });
    expect(await other.office.decide('approve', as, other.decision)).toMatchObject({ approval: { state: 'APPROVED' } });
  });

  test('because browsers allow none at the address of the service, nobody is asked for one', async () => {
    await using other = await elsewhere({});

    expect(await begin(other.request, other.as, other.office)).toMatchObject({ signatureRequest: null });
    const decided = await other.office.decide('approve', other.as, other.decision);
    expect(decided).toMatchObject({ approval: { state: 'APPROVED' } });
  });

  /** Another service with a request, and an approver who has a passkey. */
  async function elsewhere(env: Record<string, string>) {
    const office = await startOffice({ env });
    const { approvalId } = await office.held((await customerWithKey(office)).as);
    const { sha256 } = await office.approval(approvalId);
    const { as, operatorId } = await signedIn(office, { roles: ['APPROVER'] });
    await withPasskey(office, operatorId);
    return {
      office,
      as,
      request: { approvalId, sha256, displayHash: null },
      decision: { id: approvalId, sha256 },
      [Symbol.asyncDispose]: () => office.stop(),
    };
  }
});

const hex = (base64url: string) => Buffer.from(base64url, 'base64url').toString('hex');

/** As a device says it that asked nobody for a finger or a code. */
function withoutUser({ authenticatorData }: DecisionPasskey): string {
  const bytes = Buffer.from(authenticatorData, 'base64url');
  bytes[32] = bytes[32]! & ~0x04;
  return bytes.toString('base64url');
}

test('decisions that were signed without a passkey stay valid', async () => {
  const ben = await signedIn(office, { roles: ['APPROVER'] });
  await approve({}, ben.as);
  const decision = await office.services.platform.database.orm.em
    .fork()
    .findOneOrFail(ApprovalDecision, { approval: id });

  expect(decision.passkey).toBeNull();
  expect((await office.ask(runId, asker)).status).toBe(200);
});
