import { getNamedType, isInterfaceType, isLeafType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LETTER } from '../publishing/support.ts';
import { stored } from '../rest/support.ts';
import type { Json } from '../support/api.ts';
import { idPlaces, idsBelow, idsIn, isList, page } from './reach.ts';
import { startWorld, WHO, type Who, type World } from './world.ts';

/** From a list to its nodes, to what they lead to, and to what that leads to. */
const STEPS = 3;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.api.stop());

const others = (who: Who) => Object.entries(world.things).filter(([, { seenBy }]) => !seenBy.includes(who));
const own = (who: Who) => Object.entries(world.things).filter(([, { seenBy }]) => seenBy.includes(who));

/** What somebody has been told of, that is not theirs to see. */
const strange = (who: Who, data: Json) =>
  idsIn(data).flatMap((id) => {
    const name = world.thingOf(id);
    return name !== undefined && !world.things[name]!.seenBy.includes(who) ? [name] : [];
  });

test('there is one of each type that has an id, and each says who sees it', () => {
  const node = world.api.services.schema.getType('Node');
  const types = isInterfaceType(node) ? world.api.services.schema.getPossibleTypes(node).map(({ name }) => name) : [];

  expect([...new Set(Object.values(world.things).map(({ typeName }) => typeName))].sort()).toEqual(types.sort());
});

/** What a list shows besides what is found by id: to partners, the pictures of the bank. */
const SHOWN_BESIDES: Record<string, readonly string[]> = { mediaDesk: ['asset'] };

/** Refusals are as it should be. Whatever else goes wrong would have nothing looked at. */
const REFUSALS = ['FORBIDDEN', 'UNAUTHENTICATED', 'NOT_FOUND'];

async function ask(who: Who, query: string, variables: object = {}): Promise<Json> {
  const { data, errors = [] } = await world.api.graphql(query, { as: world.as[who], variables });
  const failed = errors.filter(({ extensions }) => !REFUSALS.includes(extensions.code));
  expect({ query, failed }).toEqual({ query, failed: [] });
  return data;
}

describe.each(WHO)('%s', (who) => {
  test('finds by its id what is theirs to see, and nothing else', async () => {
    const found: string[] = [];
    for (const [name, { id, typeName }] of Object.entries(world.things)) {
      const { node } = await ask(who, 'query ($id: ID!) { node(id: $id) { __typename id } }', { id });
      if (node) expect(node).toEqual({ __typename: typeName, id });
      if (node) found.push(name);
    }

    expect(found).toEqual(own(who).map(([name]) => name));
  });

  test('comes from there to nothing of others', async () => {
    const { schema } = world.api.services;
    for (const [name, { id, typeName }] of own(who)) {
      const below = idsBelow(schema, schema.getType(typeName)!, STEPS);
      const data = await ask(who, `query ($id: ID!) { node(id: $id) { ... on ${typeName} ${below} } }`, { id });

      // A list that is refused takes with it what it is of.
      if (data.node) expect(data.node.id).toBe(id);
      expect({ from: name, to: strange(who, data) }).toEqual({ from: name, to: [] });
    }
  });

  test('is told of nothing of others by what asks for no id', async () => {
    const { schema } = world.api.services;
    for (const field of Object.values(schema.getQueryType()!.getFields())) {
      const ids = idsBelow(schema, getNamedType(field.type), isList(field) ? 1 : STEPS);
      if (ids === null || field.args.some(isRequiredArgument)) continue;
      const data = await ask(who, `{ ${field.name}${page(field)} ${ids} }`);

      const to = strange(who, data).filter((name) => !SHOWN_BESIDES[field.name]?.includes(name));
      expect({ by: field.name, to }).toEqual({ by: field.name, to: [] });
    }
  });
});

const APPROVALS = ['approval', 'heldApproval', 'heldApprovalOfAgent', 'editorsApproval'];

/** Which things an argument of this name is about. Of a place whose arguments say no more than `id`, the field tells. */
const NAMED: Record<string, readonly string[]> = {
  agentId: ['agent', 'editorsAgent'],
  agentKeyId: ['agentKey', 'editorsAgentKey'],
  approvalId: APPROVALS,
  assetId: ['asset'],
  assetIds: ['asset'],
  bySealId: ['seal'],
  caseId: ['case'],
  caseIds: ['case'],
  customerId: ['customer'],
  customerKeyId: ['customerKey'],
  deployment: [],
  documentId: ['document'],
  documentIds: ['document'],
  operatorId: ['operator'],
  operatorInvitationId: ['invitation'],
  operatorTokenId: ['operatorToken'],
  externalToolId: ['externalTool'],
  ownServerId: ['ownServer'],
  parentId: ['document'],
  partnerId: ['partner'],
  partnerLinkId: ['partnerLink'],
  providerKeyId: ['providerKey'],
  publishRequestId: ['publishRequest', 'editorsPublishRequest'],
  renderId: ['render'],
  runId: ['run', 'runOfAgent'],
  runIds: ['run', 'runOfAgent'],
  sealId: ['seal'],
  sessionId: ['session'],
  subjectId: ['run', 'runOfAgent', 'publishRequest', 'operator', 'customer'],
  versionId: ['documentVersion'],
  webhookDeliveryId: ['webhookDelivery'],
  webhookId: ['webhook'],
};
const PUBLISH_REQUESTS = ['publishRequest', 'editorsPublishRequest'];
const RUNS = ['run', 'runOfAgent'];
const BY_FIELD: Record<string, readonly string[]> = {
  'Query.agent': ['agent', 'editorsAgent'],
  'Query.approval': APPROVALS,
  'Query.asset': ['asset'],
  'Query.case': ['case'],
  'Query.customer': ['customer'],
  'Query.document': ['document'],
  // All of them, above.
  'Query.node': [],
  'Query.operator': ['operator'],
  'Query.publishRequest': PUBLISH_REQUESTS,
  'Query.render': ['render'],
  'Query.run': RUNS,
  'Query.seal': ['seal'],
  'Query.webhook': ['webhook'],
  'Mutation.archiveAssets': ['asset'],
  'Mutation.purgeAssets': ['asset'],
  'Mutation.quarantineAssets': ['asset'],
  'Mutation.releaseAssets': ['asset'],
  'Mutation.restoreAssets': ['asset'],
  'Mutation.tagAssets': ['asset'],
  'Mutation.trashAssets': ['asset'],
  'Subscription.approvalChanged': APPROVALS,
  'Subscription.publishRequestChanged': PUBLISH_REQUESTS,
  'Subscription.renderProgress': ['render'],
  'Subscription.taskRun': RUNS,
};

/** What has to be right besides, so that nothing but the id is in the way. */
const QUESTION = { task: 'case-scanning/fast-scan', messages: [{ role: 'USER', content: 'When does the lease end?' }] };
const MEMBER = { member: 'operator:op_00000000000000000000000000' };
const BESIDES: Record<string, Json> = {
  'Mutation.addCaseMember': MEMBER,
  'Mutation.removeCaseMember': MEMBER,
  'Mutation.checkQuotations': { brief: 'It says “the lease ends on 3 March”.' },
  'Mutation.runTask': QUESTION,
  'Mutation.updateCase': { name: 'Taken over' },
  'Mutation.uploadDocuments': { files: [{ name: 'a.txt', base64: 'YQ==' }] },
  'Subscription.taskRun': QUESTION,
  'Mutation.updateAgent': { isDisabled: true },
  'Mutation.updatePublishRequest': LETTER,
  'Mutation.createPublishRequest': LETTER,
  'Mutation.reject': { reason: 'Not so.' },
  'Mutation.setRedactionNames': { names: ['Ada Lovelace'] },
  'Mutation.tagAssets': { add: ['of others'] },
  'Mutation.updateAsset': { title: 'Another title' },
  'Mutation.updateWebhook': { url: 'https://hooks.example.org/y' },
};

/** Those of whoever asks are taken, and of others as many names as one likes: they are names and no more. */
const NO_ANSWER_TELLS = ['Forbidden', 'Unauthenticated', 'NotFound', 'InputInvalid'];

const fieldOf = (place: string) => place.split(' ')[0]!;
const thingsAt = (place: string) => {
  const last = place.split(/[ .]/).at(-1)!;
  if (fieldOf(place) === 'Query.nodes') return Object.keys(world.things);
  return last === 'id' || last === 'ids' ? BY_FIELD[fieldOf(place)] : NAMED[last];
};

describe('what takes an id', () => {
  test('says here of what', () => {
    const places = idPlaces(world.api.services.schema).map(({ name }) => name);
    const missing = places.filter((place) => !thingsAt(place));

    expect(missing).toEqual([]);
    expect(places.length).toBeGreaterThan(70);
  });

  test.each(WHO)('does nothing for %s with what is of others, and tells nothing of it', async (who) => {
    const { api, things } = world;
    const { schema } = api.services;
    const before = await storedHere();
    for (const { name, root, field, argumentsWith } of idPlaces(schema)) {
      const wanted = thingsAt(name) ?? [];
      for (const [label, { id }] of others(who)) {
        if (!wanted.includes(label)) continue;
        const variables = argumentsWith(id, BESIDES[fieldOf(name)]);
        const args = field.args.filter((argument) => argument.name in variables);
        const declared = args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
        const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
        const steps = root === 'Mutation' ? 1 : 2;
        const below = idsBelow(schema, getNamedType(field.type), isList(field) ? 0 : steps);
        const isLeaf = isLeafType(getNamedType(field.type));
        const selection = isLeaf ? '' : `{ __typename ${(below ?? '{ __typename }').slice(1)}`;
        const query = `${root.toLowerCase()} (${declared}) { result: ${field.name}(${given}) ${selection} }`;
        const data =
          root === 'Subscription' ? await firstOfStream(query, variables, who) : await ask(who, query, variables);

        const told = idsIn(data).flatMap((one) => world.thingOf(one) ?? []);
        expect({ name, label, told: told.filter((one) => !things[one]!.seenBy.includes(who)) }).toEqual({
          name,
          label,
          told: [],
        });
        // Without credentials, an operation that needs some is refused as a whole.
        const answer = who === 'stranger' && data === undefined ? 'Unauthenticated' : data?.result?.__typename;
        if (root === 'Mutation')
          expect({ name, label, is: answer }).toEqual({
            name,
            label,
            // The problem of a run that wasn't made, whose code is NOT_FOUND here.
            is: expect.toBeOneOf(
              fieldOf(name) === 'Mutation.runTask' ? [...NO_ANSWER_TELLS, 'Refused'] : NO_ANSWER_TELLS,
            ),
          });
      }
    }

    expect(await storedHere()).toEqual(before);
  });
});

/** All that is kept. A webhook goes on being tried while we look. */
async function storedHere(): Promise<Json> {
  const { webhook_attempt: _, webhook_delivery: deliveries, ...kept } = (await stored(world.api)) as Json;
  return { ...kept, deliveries: deliveries.rows };
}

async function firstOfStream(query: string, variables: object, who: Who): Promise<Json> {
  const answer = await world.api.fetch('/graphql/stream', {
    method: 'POST',
    as: world.as[who],
    body: JSON.stringify({ query, variables }),
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  let text = '';
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const [, event] = /^event: next\ndata: (.+)\n/m.exec(text) ?? [];
    if (event) return JSON.parse(event).data;
    if (/^event: complete/m.test(text)) return null;
  }
  return null;
}
