import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtAdmin, signIn } from '../support/admin-page.ts';
import { type Api, startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../support/browser.ts';
import { signedIn } from '../support/people.ts';
import { lookOut, metricOf, seenOn, slowDown } from '../support/slow-machine.ts';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
}

const KB = 1_000;
let folder: string;
let manifest: Record<string, Chunk>;

beforeAll(async () => {
  folder = await builtAdmin();
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
});

/** A chunk and whatever it cannot do without. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const one of manifest[name]!.imports ?? []) withImports(one, seen);
  return seen;
}

function gzippedBytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => {
    const file = join(folder, manifest[name]!.file);
    // What is too small to be worth it is sent as it is.
    try {
      return sum + readFileSync(`${file}.gz`).length;
    } catch {
      return sum + readFileSync(file).length;
    }
  }, 0);
}

const entry = () => Object.keys(manifest).find((name) => manifest[name]!.isEntry)!;
const screens = () => Object.keys(manifest).filter((name) => manifest[name]!.isDynamicEntry && /screen/.test(name));

test('what has to be there before anything is shown has at most 220 kB gzipped', () => {
  expect(gzippedBytes(withImports(entry()))).toBeLessThanOrEqual(220 * KB);
});

test('what a screen brings along has at most 60 kB gzipped', () => {
  const already = withImports(entry());
  const sizes = screens().map((name) => [
    name,
    gzippedBytes([...withImports(name)].filter((one) => !already.has(one))),
  ]);

  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.filter(([, bytes]) => (bytes as number) > 60 * KB)).toEqual([]);
});

describe('as it is served', () => {
  let api: Api;
  let script: string;

  beforeAll(async () => {
    api = await startApi({ works: false, adminFolder: folder });
    script = `/admin/${manifest[entry()]!.file}`;
  });

  test('the page may run what is ours and nothing else, and is kept by nobody', async () => {
    const { as } = await signedIn(api, { roles: ['EDITOR'] });

    const page = await api.fetch('/admin/some/where', { as });

    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(await page.text()).toContain(script);
  });

  test.each(['br', 'gzip', 'identity'])('a script is the same, sent as %s and kept for ever', async (encoding) => {
    const answer = await api.fetch(script, { headers: { 'accept-encoding': encoding } });

    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe(readFileSync(join(folder, manifest[entry()]!.file), 'utf8'));
  });

  test.each(['absent.js', `${'index'}.js.br`, '..%2f.vite%2fmanifest.json', '.hidden.js'])(
    'there is no %s',
    async (name) => {
      const answer = await api.fetch(`/admin/assets/${name}`);

      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-encoding')).toBeNull();
    },
  );

  test('whoever is not signed in is sent to where they can, and back', async () => {
    const answer = await api.fetch('/admin/audit?outcome=DONE', { redirect: 'manual' });

    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/admin/sign-in?next=%2Fadmin%2Faudit%3Foutcome%3DDONE');
  });

  test('says what to run while it has not been built', async () => {
    const unbuilt = await startApi({ works: false, adminFolder: join(folder, 'absent') });
    const { as } = await signedIn(unbuilt, { roles: ['EDITOR'] });

    const answer = await unbuilt.fetch('/admin', { as });

    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm run build');
  });

  test.skipIf(HAS_NO_BROWSER)('is there and answers on a slow machine, for a bounded amount of work', async () => {
    const person = await signedIn(api, { roles: ['ADMIN'] });
    await using browser = await launchBrowser();
    const { page, requested, faults } = await openPage(browser, { viewport: { width: 1_440, height: 900 } });
    await signIn(page.context(), api, person);
    const devTools = await slowDown(page, 4);
    await lookOut(page);
    const asked = (path: string) => requested.filter((url) => new URL(url).pathname.startsWith(path)).length;

    await page.goto(`${api.url}/admin`);
    await page.getByRole('heading', { name: 'Your approvals' }).waitFor();
    const first = { files: asked('/admin/assets/'), questions: asked('/graphql') };
    for (const name of ['Customers', 'Audit trail', 'Image bank']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: /Vera Brandt/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();

    const { largest, slowest } = await seenOn(page);
    const workedSeconds = await metricOf(devTools, 'TaskDuration');
    console.log(
      `CPU slowed 4 times: largest contentful paint ${Math.round(largest)} ms, slowest interaction ${slowest} ms, ` +
        `${workedSeconds.toFixed(2)} s of work; Home takes ${first.files} files and ${first.questions} questions`,
    );
    expect(first.files).toBeLessThanOrEqual(12);
    // Who asks, and all of Home.
    expect(first.questions).toBe(2);
    // How long it took says more of what else the machine did.
    expect(largest).toBeGreaterThan(0);
    expect(workedSeconds).toBeLessThan(10);
    expect(faults).toEqual([]);
  });
});
