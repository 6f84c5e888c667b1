import { expect, onTestFinished, test } from 'vitest';
import { FormBrowser } from '../support/forms.ts';
import { DataDir, type ServiceProcess, startService, until } from '../support/service-process.ts';

const PERSON = { name: 'Ada Byron', email: 'ada@example.org', password: 'difference engine no. 2' };

/** The path of the link by which somebody becomes the first operator; null where a start prints none. */
function printedPath({ stdout, url }: ServiceProcess): string | null {
  const printed = /^ {2}First operator +(\S+)$/m.exec(stdout)?.[1];
  if (printed === undefined) return null;
  expect(printed.slice(0, url.length)).toBe(url);
  return printed.slice(url.length);
}

const signIn = (browser: FormBrowser, password: string) =>
  browser.post('/admin/sign-in', { email: PERSON.email, password, next: '/admin/account' });

/** Runs a command beside the service, as somebody with a shell on its server would. */
async function commandBeside(dataDir: DataDir, args: string[]) {
  await using command = await startService({ args, dataDir, env: { PORT: undefined } });
  const { code } = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

test('from the link that a start prints to a password that was forgotten', async () => {
  const dataDir = new DataDir();
  onTestFinished(() => dataDir[Symbol.dispose]());
  let port: number;
  {
    await using service = await startService({ dataDir });
    await service.ready();
    port = Number(new URL(service.url).port);

    // The first operator, by a link that a command prints: what the start has printed may be out of reach.
    const printed = printedPath(service)!;
    expect(printed).toMatch(/^\/admin\/begin\/imol_/);
    const another = await commandBeside(dataDir, ['first-operator']);
    expect(another).toMatchObject({ code: 0, stderr: expect.stringContaining('works once') });
    expect(another.stdout.startsWith(`${service.url}/admin/begin/imol_`)).toBe(true);
    const path = new URL(another.stdout.trim()).pathname;
    expect((await new FormBrowser(service).get(printed)).status).toBe(404);
    const first = new FormBrowser(service);
    expect((await first.get(path)).page).toContain('Welcome');
    const begun = await first.post(path, PERSON);
    expect([begun.status, begun.location]).toEqual([303, '/admin']);
    expect((await first.get('/admin/account')).page).toContain(PERSON.email);
    expect((await new FormBrowser(service).get(path)).page).toContain('This service already has an operator');
    expect(await commandBeside(dataDir, ['first-operator'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('An operator already exists.'),
    });

    // Out, and in again by the password, to where they were going.
    expect((await first.post('/admin/sign-out', {})).location).toBe('/admin/sign-in');
    expect((await first.get('/admin/account')).location).toBe('/admin/sign-in?next=%2Fadmin%2Faccount');
    expect((await signIn(first, 'difference engine no. 1')).status).toBe(422);
    expect((await signIn(first, PERSON.password)).location).toBe('/admin/account');
    expect((await first.get('/admin/account')).page).toContain(PERSON.email);

    const wrong = await first.post('/admin/confirm', { password: 'analytical engine', next: '/admin/account' });
    expect(wrong.location).toBe('/admin/confirm?fault=1&next=%2Fadmin%2Faccount');
    const confirmed = await first.post('/admin/confirm', { password: PERSON.password, next: '/admin/account' });
    expect([confirmed.status, confirmed.location]).toEqual([303, '/admin/account']);

    // Locked out: the sessions end in the process that runs, and the link sets another password.
    const unknown = await commandBeside(dataDir, ['operator', 'reset', 'charles@example.org']);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('No operator has this address.');
    const { code, stdout, stderr } = await commandBeside(dataDir, ['operator', 'reset', PERSON.email]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('once, for 24 hours') });
    const link = stdout.trim();
    expect(link).toMatch(new RegExp(`^${service.url}/admin/reset/imol_`));
    await until(async () => (await first.get('/admin/account')).status === 303);
    const other = new FormBrowser(service);
    const reset = link.slice(service.url.length);
    expect((await other.get(reset)).page).toContain(PERSON.email);
    expect((await other.post(reset, { password: 'analytical engine' })).location).toBe('/admin');
    expect((await other.get('/admin/account')).page).toContain(PERSON.name);
    expect((await new FormBrowser(service).get(reset)).status).toBe(404);
    expect((await signIn(first, PERSON.password)).status).toBe(422);
    expect((await signIn(first, 'analytical engine')).status).toBe(303);

    expect(service.stderr + service.stdout.replace(printed, '')).not.toMatch(/imol_|engine/);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  }

  // Another day: no link any more, and the password goes on.
  await using service = await startService({ dataDir, port });
  await service.ready();
  expect(printedPath(service)).toBeNull();
  expect((await signIn(new FormBrowser(service), 'analytical engine')).status).toBe(303);
});
