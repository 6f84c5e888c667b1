import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import type { Context } from '../../src/platform/context.ts';
import { Database } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { RenderStatus } from '../../src/renders/render.entity.ts';
import {
  abortRender,
  beginRender,
  blockRender,
  cancelRender,
  failRender,
  holdAttempt,
  type RenderResult,
  succeedRender,
} from '../../src/renders/render.transitions.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase } from '../support/database.ts';

const UNDERSTOOD: RenderResult['understood'] = {
  scene: { value: 'SEA', isFromBrief: true, words: ['sea'] },
  light: null,
  weather: null,
  season: null,
  style: [],
  palette: [],
  composition: [],
  exclusions: [],
};
const DRAWN: RenderResult = {
  picture: {
    blob: { key: 'aa/bb/aabb.png', sha256: 'a'.repeat(64), byteSize: 3 },
    extension: 'png',
    mediaType: 'image/png',
    width: 256,
    height: 256,
  } as RenderResult['picture'],
  title: 'Sea',
  provider: 'embedded',
  model: null,
  runId: 'run_1',
  understood: UNDERSTOOD,
  note: null,
  ignoredTerms: ['cat'],
  assetId: null,
  notApplied: [],
};

/** Each transition, and the states that it may leave. */
const TRANSITIONS: Record<
  string,
  { from: RenderStatus[]; to: RenderStatus; run(ctx: Context, id: string): Promise<unknown> }
> = {
  begin: { from: ['QUEUED', 'RUNNING'], to: 'RUNNING', run: beginRender },
  succeed: {
    from: ['RUNNING'],
    to: 'SUCCEEDED',
    run: (ctx, id) => ctx.transactional((inner) => succeedRender(inner, id, 1, DRAWN)),
  },
  fail: { from: ['QUEUED', 'RUNNING'], to: 'FAILED', run: (ctx, id) => failRender(ctx, id, 'ENGINE_ERROR') },
  block: { from: ['QUEUED', 'RUNNING'], to: 'BLOCKED', run: (ctx, id) => blockRender(ctx, id) },
  cancel: { from: ['QUEUED', 'RUNNING'], to: 'CANCELED', run: cancelRender },
  abort: { from: ['QUEUED'], to: 'ABORTED', run: abortRender },
};

async function open() {
  const database = await cloneDatabase();
  const db = await Database.open(databaseOptions({ databaseUrl: database.url, poolSize: 4 }));
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  return {
    database,
    context: () => contextOn(db),
    async renderIn(status: RenderStatus, attempts = 1): Promise<string> {
      const id = newId('render');
      await database.query(
        `insert into render (id, status, attempts, version, title, prompt, seed, width, height, save_to_bank, requested_by, request_hash)
         values ($1, $2, $3, 5, 'Sea', 'sea', 1, 256, 256, false, 'integration:inbound', repeat('0', 64))`,
        [id, status, attempts],
      );
      return id;
    },
    async render(id: string) {
      const [row] = await database.query('select * from render where id = $1', [id]);
      return row!;
    },
    events: () =>
      database.query<{ type: string; payload: Record<string, unknown> }>(
        'select type, payload from outbox_event order by id',
      ),
  };
}

test.each(Object.entries(TRANSITIONS))('%s leaves only the states it may leave', async (_name, { from, to, run }) => {
  const { context, events, render, renderIn } = await open();

  for (const status of Object.values(RenderStatus)) {
    const id = await renderIn(status);
    const before = await render(id);
    const told = (await events()).length;

    const result = await run(context(), id);

    const after = await render(id);
    const news = (await events()).slice(told);
    if (!from.includes(status)) {
      expect({ status, result: Boolean(result), after, news }).toEqual({
        status,
        result: false,
        after: before,
        news: [],
      });
      continue;
    }
    expect(result).toBeTruthy();
    expect(after).toMatchObject({ status: to, version: 6 });
    const ended = { type: 'render.ended', payload: { renderId: id, status: to, assetId: null } };
    expect(news).toEqual([
      { type: 'render.changed', payload: { renderId: id, status: to, version: 6 } },
      ...(to === 'RUNNING' ? [] : [ended]),
    ]);
    // The database's clock, not this process's: the row and its event bear one and the same time.
    const [{ same } = { same: false }] = await context()
      .em.getConnection()
      .execute<{ same: boolean }[]>(
        `select bool_and(occurred_at = coalesce(r.completed_at, r.started_at)) as same
         from outbox_event, render r where r.id = '${id}' and payload ->> 'renderId' = r.id`,
      );
    expect(same).toBe(true);
  }
});

test('beginning again counts the attempt and keeps when it first began', async () => {
  const { context, render, renderIn } = await open();
  const id = await renderIn('QUEUED', 0);

  expect(await beginRender(context(), id)).toBe(1);
  const { started_at: startedAt } = await render(id);
  expect(await beginRender(context(), id)).toBe(2);

  expect(await render(id)).toMatchObject({ attempts: 2, version: 7, started_at: startedAt });
});

test('an attempt that was passed by a later one neither holds the render nor ends it', async () => {
  const { context, events, render, renderIn } = await open();
  const id = await renderIn('RUNNING', 2);

  await context().transactional(async (inner) => {
    expect(await holdAttempt(inner, id, 1)).toBe(false);
    expect(await succeedRender(inner, id, 1, DRAWN)).toBe(false);
  });

  expect(await render(id)).toMatchObject({ status: 'RUNNING', version: 5 });
  expect(await events()).toEqual([]);
});

test('a picture that comes and a cancel that comes at the same time: one of them ends the render, once', async () => {
  const { context, events, render, renderIn } = await open();
  const id = await renderIn('RUNNING');
  const finish = () =>
    context().transactional(async (inner) => {
      if (!(await holdAttempt(inner, id, 1))) return false;
      return succeedRender(inner, id, 1, DRAWN);
    });

  const results = await Promise.all([finish(), cancelRender(context(), id), finish(), cancelRender(context(), id)]);

  expect(results.filter(Boolean)).toHaveLength(1);
  expect((await events()).map(({ type }) => type)).toEqual(['render.changed', 'render.ended']);
  expect((await render(id)).version).toBe(6);
});

test('a transition that is rolled back tells nobody', async () => {
  const { context, events, render, renderIn } = await open();
  const id = await renderIn('RUNNING');

  const failed = context().transactional(async (inner) => {
    await succeedRender(inner, id, 1, DRAWN);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');

  expect((await render(id)).status).toBe('RUNNING');
  expect(await events()).toEqual([]);
});
