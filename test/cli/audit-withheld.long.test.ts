import { readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { Front } from '../support/front.ts';
import { download, sealText } from '../support/seals.ts';
import { audit, vkeyOf } from './audit.ts';

describe('a log that withholds checkpoints', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ works: false });
    for (let n = 0; n < 6; n++) await sealText(api, `text ${n}`);
  });
  afterAll(() => api.stop());

  /** Address of the list as an audit reads it that begins with these entries. */
  const listAfter = (size: number) => `/log/checkpoints?after=${size}`;
  const listed = async (after = 0): Promise<string[]> => (await api.json(listAfter(after))).body.checkpoints;
  const page = (checkpoints: string[], next: number | null = null) => JSON.stringify({ checkpoints, next });
  const sizeOf = (note: string) => Number(note.split('\n')[1]);

  test.each([
    ['serves no list', 404, async () => '', 'The log doesn’t list its checkpoints.'],
    ['serves an empty list', 200, async () => page([]), /doesn’t list its newest checkpoint, of \d+ entries/],
    [
      'leaves out the newest',
      200,
      async () => page((await listed()).slice(0, -1)),
      /doesn’t list its newest checkpoint, of \d+ entries/,
    ],
  ])('%s: that is a finding, and nothing is saved', async (_, status, body, reason) => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    front.set(listAfter(0), status, await body());

    const { code, report } = await audit(front.url, state);
    const words = await imprimatur(['audit', front.url, '--state', state.path]);

    expect({ code, result: report.result }).toEqual({ code: 1, result: 'NOT_CLEAN' });
    expect(report.fault).toMatchObject({ code: 'WITHHELD', entry: null, evidence: null });
    expect(report.fault.reason).toMatch(reason);
    expect(words).toMatchObject({ code: 1, stdout: expect.stringMatching(/^NOT CLEAN {2}The log doesn’t list/) });
    expect(readdirSync(state.path)).toEqual([]);
  });

  test('serves a page and not the next one', async () => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    const [one, two] = (await listed()) as [string, string];
    front.set(listAfter(0), 200, page([one, two], sizeOf(two)));
    front.set(listAfter(sizeOf(two)), 404);

    const { code, report } = await audit(front.url, state);

    expect(code).toBe(1);
    expect(report.fault).toMatchObject({
      code: 'WITHHELD',
      reason: expect.stringContaining('the next page of the list'),
    });
    expect(report.checkpointsCompared).toBe(2);
  });

  test('leaves out one that it has shown before', async () => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    const { size } = (await audit(front.url, state)).report;
    await sealText(api, 'one more');
    front.set(listAfter(size - 1), 200, page((await listed(size - 1)).slice(1)));
    front.set(listAfter(0), 200, page((await listed()).filter((note) => sizeOf(note) !== size)));

    const next = await audit(front.url, state);
    const full = await audit(front.url, state, '--full');

    for (const { code, report } of [next, full]) {
      expect({ code, fault: report.fault.code }).toEqual({ code: 1, fault: 'WITHHELD' });
      expect(report.fault.reason).toContain(`its checkpoint of ${size} entries, which it showed at an earlier audit`);
    }
  });

  test('shortens the beginning of a list that it has shown before', async () => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    const first = await audit(front.url, state);
    await sealText(api, 'yet one more');
    const all = await listed();
    front.set(listAfter(0), 200, page(all.slice(1)));

    const { code, report } = await audit(front.url, state, '--full');

    expect({ code, fault: report.fault.code }).toEqual({ code: 1, fault: 'WITHHELD' });
    expect(report.fault.reason).toContain(
      `The log lists ${all.length - 2} checkpoints of at most ${first.report.size} entries. At an earlier audit it listed ${all.length - 1}.`,
    );
    front.clear();
    expect(await audit(front.url, state)).toMatchObject({ code: 0, report: { notes: [] } });
    expect(await audit(front.url, state, '--full')).toMatchObject({ code: 0 });
  });

  test('passes for one of another kind only to who has neither audited it nor a trust file', async () => {
    using fresh = new Folder();
    using used = new Folder();
    await using front = await Front.before(api.url);
    const key = ['--log-key', await vkeyOf(api)];
    await audit(front.url, used, ...key);
    await sealText(api, 'meanwhile');
    writeFileSync(fresh.file('trust.txt'), await download(api, '/.well-known/imprimatur/trust.json'));
    const { size } = (await audit(api.url, used, ...key)).report;
    // Neither a list, nor the description that every log of this service has.
    for (const path of ['/log', listAfter(0), listAfter(size - 1)]) front.set(path, 404);

    const stranger = await audit(front.url, fresh, ...key);
    const regular = await audit(front.url, used, ...key);
    const holder = await audit(front.url, fresh, '--trust', fresh.file('trust.txt'), '--full');

    expect(stranger).toMatchObject({ code: 0, report: { checkpointsCompared: 0 } });
    expect(stranger.report.notes.join(' ')).toContain('The log doesn’t list its checkpoints');
    for (const { code, report } of [regular, holder]) {
      expect({ code, fault: report.fault?.code }).toEqual({ code: 1, fault: 'WITHHELD' });
    }
  });
});

test('a log of a service that has sealed nothing, or one thing, withholds nothing', async () => {
  const api = await startApi({ works: false });
  using state = new Folder();
  await expect.poll(async () => (await api.fetch('/log/checkpoint')).status).toBe(200);

  const empty = await audit(api.url, state);
  await sealText(api, 'the first');
  const young = await audit(api.url, state);

  expect(empty).toMatchObject({ code: 0, report: { size: 1, checkpointsCompared: 1 } });
  expect(young).toMatchObject({ code: 0, report: { size: 2, checkpointsCompared: 1, notes: [] } });
});
