import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { demoStartupHints } from '../../src/cli/demo.ts';
import { FEATURES } from '../../src/features.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { Database } from '../../src/platform/database/database.ts';
import { type Api, bearerOf, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { scrape } from '../support/prometheus.ts';
import { commands } from './notes/commands.ts';
import { notes } from './notes/index.ts';

/** The one line. */
const WITH_NOTES = [...FEATURES, notes];

let database: TestDatabase;
let api: Api;
let service: Json;
beforeAll(async () => {
  database = await cloneDatabase();
  // What a feature of the service has a migration for.
  const opened = await Database.open(databaseOptions({ databaseUrl: database.url, poolSize: 2 }, WITH_NOTES));
  await opened.orm.schema.update({ safe: true });
  await opened.close();
  // The owner grants what the feature declares.
  const env = { NOTE_MAX_LENGTH: '40', DATABASE_OWNER_URL: database.url };
  api = await startApi({ database, features: [notes], compileAfter: 2, env });
  service = (api.services.apis as Json).notes;
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const write = async (text: string) =>
  (
    await api.graphql(
      `mutation ($text: String!) { writeNote(input: { text: $text }) {
         ... on WrittenNote { note { id text } } ... on Problem { code message } ... on NoteTooLong { maxLength } } }`,
      { as: 'operator', variables: { text } },
    )
  ).data.writeNote;

describe('a feature that is added by one line', () => {
  test('has its entity, its mutation, its problem, its setting from the environment and its ids', async () => {
    expect(await write('to be kept')).toEqual({ note: { id: expect.stringMatching(/^nte_/), text: 'to be kept' } });
    expect(await write('x'.repeat(41))).toEqual({
      code: 'NOTE_TOO_LONG',
      message: 'A note has at most 40 characters.',
      maxLength: 40,
    });
  });

  test('has its nodes, and its list in both ways of executing', async () => {
    const { note } = await write('found by its id');
    const node = await api.graphql(`{ node(id: "${note.id}") { __typename id } }`, { as: 'integration' });
    const read = vi.spyOn(api.services.platform.database, 'readRows');
    const list = () => api.graphql('{ notes(first: 1) { nodes { id text } } }', { as: 'integration' });

    const answers = [await list(), await list(), await list()];

    expect(node.data).toEqual({ node: { __typename: 'Note', id: note.id } });
    for (const { data } of answers) expect(data.notes.nodes).toEqual([{ id: note.id, text: 'found by its id' }]);
    expect(read).toHaveBeenCalledTimes(3);
    read.mockRestore();
  });

  test('has its permissions, and an authenticator that needs no bearer', async () => {
    const refused = await api.graphql('mutation { writeNote(input: { text: "x" }) { ... on Problem { code } } }', {
      as: 'integration',
    });
    const stranger = await api.graphql('{ notes { totalCount } }');
    const withKey = await api.json('/graphql', {
      headers: { 'x-note-key': 'for the fixture only' },
      body: { query: '{ notes { nodes { id } } }' },
    });

    expect(refused.data).toEqual({ writeNote: { code: 'FORBIDDEN' } });
    expect(stranger.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(withKey.body.errors).toBeUndefined();
  });

  test('has its REST path, which stands in the OpenAPI document', async () => {
    const { note } = await write('over REST');

    const found = await api.json(`/api/notes/${note.id}`, { as: 'operator' });
    const absent = await api.json('/api/notes/nte_x', { as: 'operator' });

    expect(found).toMatchObject({ status: 200, body: { ok: true, note } });
    expect(absent).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const { body: document } = await api.json('/openapi.json');
    expect(document.paths).toHaveProperty(['/api/notes/{id}', 'get']);
    expect(document.paths).toHaveProperty(['/notes/by-protocol/{name}', 'post']);
  });

  test('has its pages, with the methods and the wording of errors that it says, and a link from the home page', async () => {
    const page = await api.fetch('/notes');
    const posted = await api.json('/notes', { method: 'POST' });
    const theirs = await api.json('/notes/by-protocol/it', { method: 'POST' });
    const notTheirs = await api.json('/notes/by-protocol/it', { method: 'DELETE' });

    expect(await page.text()).toBe('Notes are read in GraphiQL.\n');
    expect(posted).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED', ok: false } });
    expect(theirs).toMatchObject({ status: 404, body: { error: { message: 'There is no it.', code: 'not_found' } } });
    expect(notTheirs.status).toBe(405);
    expect(notTheirs.body).toEqual({
      error: {
        message: "This path doesn't support this method. Use one of: POST, OPTIONS.",
        code: 'method_not_allowed',
      },
    });
    expect(await (await api.fetch('/')).text()).toContain(
      '<a class="path" href="/notes">/notes</a> <span class="what">what was written down</span>',
    );
    expect(await (await api.fetch('/problems/note-too-long')).text()).toContain('The note is too long');
  });

  test('has its listener, and its job, which knows whose work it does', async () => {
    const { note } = await write('to be filed');

    await expect.poll(() => service.heard).toContain(note.id);
    const filed = async () => (await database.query('select filed_for from note where id = $1', [note.id]))[0];
    await expect.poll(filed).toEqual({ filed_for: 'operator:admin' });
    // What the event brought about was done for the same one.
    expect(await database.query(`select distinct owner from outbox_event where type like 'note.%'`)).toEqual([
      { owner: 'operator:admin' },
    ]);
  });

  test('has its subscription', async () => {
    const { note } = await write('to be watched');
    const client = createClient({
      url: `${api.url}/graphql/stream`,
      headers: { authorization: `Bearer ${bearerOf('operator')}` },
    });

    const states: (string | null)[] = [];
    for await (const { data } of client.iterate<{ noteProgress: { filedFor: string | null } }>({
      query: `subscription { noteProgress(id: "${note.id}") { filedFor } }`,
    })) {
      states.push(data!.noteProgress.filedFor);
    }

    expect(states.at(-1)).toBe('operator:admin');
  });

  test('is in the health report', async () => {
    const { data } = await api.graphql('{ health { connections { name ok required } } }');

    expect(data.health.connections).toContainEqual({ name: 'notes', ok: true, required: false });
  });

  test('has its setting of the back office, and the limit that goes by it', async () => {
    const set = async (integer: number) =>
      (
        await api.graphql(
          `mutation ($integer: SafeInt!) {
             updateSetting(input: { name: NOTES_PER_MINUTE, integer: $integer }) { __typename } }`,
          { as: 'operator', variables: { integer } },
        )
      ).data.updateSetting.__typename;
    const query = `mutation { writeNote(input: { text: "one more" }) {
      __typename ... on RateLimited { code retryAfterSeconds } } }`;
    expect(await set(1)).toBe('UpdatedSetting');

    const refused = await api.graphql(query, { as: 'operator' });
    await set(1_000);
    const written = await api.graphql(query, { as: 'operator' });

    expect(refused.data.writeNote).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
    expect(written.data.writeNote.__typename).toBe('WrittenNote');
  });

  test('is measured', async () => {
    await expect
      .poll(async () => (await scrape(api)).get('imprimatur_note_unfiled')?.samples)
      .toMatchObject([{ value: expect.any(Number) }]);
  });

  test('has its upkeep, run in a context of its own', async () => {
    await database.query(`insert into note (id, text, written_by) values ('nte_empty', '', 'nobody')`);
    const occasion = { principal: internal('upkeep'), requestId: 'upkeep', signal: new AbortController().signal };

    const done = await api.services.upkeep['empty notes thrown away']!(new Context(api.services.platform, occasion));

    expect(done).toBe(1);
  });

  test('erases what it keeps of a picture, for a feature that comes before it', async () => {
    await database.query(`insert into note (id, text, written_by) values ('nte_of_picture', 'ast_erased', 'nobody')`);
    const { contributed } = api.services.platform;

    await contributed('pictureErasures').notes!(contextOn(api.services.platform.database), [
      { assetId: 'ast_erased', sha256: 'a'.repeat(64) },
    ]);

    expect(Object.keys(contributed('pictureErasures'))).toEqual(['renders', 'seals', 'notes']);
    expect(await database.query(`select id from note where id = 'nte_of_picture'`)).toEqual([]);
  });

  test('has its check, for `imprimatur integrity`', async () => {
    await database.query(
      `insert into note (id, text, written_by, filed_for) values ('nte_stray', 'not mine', 'ada', 'bob')`,
    );
    const check = api.services.checks.find(({ name }) => name === 'notes')!;
    const kinds: string[] = [];

    const isComplete = await check.run({
      ctx: contextOn(api.services.platform.database),
      repairs: false,
      deletes: false,
      isOver: () => false,
      found: ({ kind, rows }) => kinds.push(`${kind} ${rows[0]}`),
      count: () => {},
      progress: () => {},
    });

    expect(isComplete).toBe(true);
    expect(kinds).toEqual(['NOTE_FILED_WRONGLY note nte_stray']);
  });

  test('has its command', async () => {
    const written: string[] = [];
    const print = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const shell = {
      config: api.services.platform.config,
      serviceUrl: api.services.platform.publicUrl,
      withDatabase: (work: (ctx: Context) => Promise<void>) => work(contextOn(api.services.platform.database)),
    };

    await commands[0]!.run(shell, []);
    print.mockRestore();

    expect(Number(written[0])).toBeGreaterThan(0);
  });

  test('fills an empty service at first start, and says where to look', async () => {
    const shown = await demoStartupHints(
      { ...api.services, demos: api.services.demos.slice(-1) },
      new AbortController().signal,
    );

    expect(shown).toEqual([{ title: 'Notes', at: `${api.url}/notes` }]);
    expect(api.services.startupHints).toContainEqual({ title: 'Notes', at: 'there are none yet' });
  });

  test('begins its background work with the service and ends all with it, last what was begun first', async () => {
    const other = await startApi({ features: [notes], database, env: { NOTE_MAX_LENGTH: '40' } });
    const { state } = (other.services.apis as Json).notes;
    expect(state).toEqual({ hasLooked: true, isAwake: true, isClosed: false });

    await other.stop();

    expect(state).toEqual({ hasLooked: true, isAwake: false, isClosed: true });
  });
});
