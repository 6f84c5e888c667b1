import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAuthority, makeCertificate } from '../support/certificates.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { freePort } from '../support/service-process.ts';
import { startTlsPostgres, type TlsPostgres } from '../support/tls-postgres.ts';
import { of, reported, SECRETS, type Seen } from './doctor.ts';

async function doctor(env: Record<string, string | undefined>): Promise<{ code: number | null; findings: Seen[] }> {
  const seen = await imprimatur(['doctor', '--json'], { ...SECRETS, ...env });
  return { code: seen.code, findings: reported(seen).findings };
}

describe('of the database', () => {
  let server: TlsPostgres;
  beforeAll(async () => {
    server = await startTlsPostgres();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test.each([
    [
      'by a private authority, without sslrootcert',
      () => `${server.url}?sslmode=verify-full`,
      /by an authority that isn't trusted.*\?sslmode=verify-full&sslrootcert=\/path\/to\/ca\.pem/,
    ],
    [
      'with the certificate of another authority',
      () => `${server.url}?sslmode=verify-full&sslrootcert=${server.otherCaFile}`,
      /by an authority that isn't trusted/,
    ],
    [
      'for another host than the one in the URL',
      () => `${server.url.replace('localhost', '127.0.0.1')}?sslmode=verify-full&sslrootcert=${server.caFile}`,
      /is for DNS:localhost \(ERR_TLS_CERT_ALTNAME_INVALID\)\. Use that host name in the URL/,
    ],
  ])('%s', async (_what, urlOf, sentence) => {
    const { code, findings } = await doctor({ DATABASE_URL: urlOf() });

    expect(code).toBe(1);
    expect(of(findings, 'database')).toMatchObject([{ verdict: 'FAIL', detail: expect.stringMatching(sentence) }]);
  });

  test('a server that takes only TLS says so', async () => {
    const { findings } = await doctor({ DATABASE_URL: server.url });

    expect(of(findings, 'database')).toMatchObject([
      { verdict: 'FAIL', advice: 'The server takes only TLS: add ?sslmode=verify-full to DATABASE_URL' },
    ]);
  });

  test('that expires soon is named, and so is the client’s', async () => {
    const { name, certFile, keyFile } = server.client;
    await server.query(`create role ${name} login`);
    await server.query(`create database ${name} owner ${name}`);
    const parameters = `sslmode=verify-full&sslrootcert=${server.caFile}&sslcert=${certFile}&sslkey=${keyFile}`;

    const { code, findings } = await doctor({
      DATABASE_URL: `postgres://${name}@localhost:${server.port}/${name}?${parameters}`,
    });

    expect(code).toBe(0);
    expect(of(findings, 'certificate')).toMatchObject([
      {
        verdict: 'WARN',
        detail: expect.stringMatching(/^the certificate of the database expires on [\d-]+, in 1 day$/),
      },
      { verdict: 'WARN', detail: expect.stringMatching(/^the certificate of sslcert expires on [\d-]+, in 1 day$/) },
    ]);
    expect(of(findings, 'encryption')).toMatchObject([{ verdict: 'OK' }]);
  });
});

describe('of PUBLIC_URL', () => {
  /** A proxy with a certificate that is valid for so many days. */
  async function proxy(days: number) {
    const folder = new Folder();
    const caFile = makeAuthority(folder.path, 'ca', 400);
    makeCertificate(folder.path, 'ca', 'proxy', 'localhost', days);
    const file = (name: string) => readFileSync(folder.file(name));
    const server = createServer({ cert: file('proxy.pem'), key: file('proxy.key') }, (_req, res) => res.end());
    server.listen(0, 'localhost');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
      folder[Symbol.dispose]();
    });
    return { url: `https://localhost:${(server.address() as AddressInfo).port}`, caFile };
  }

  test.each([
    [90, 'OK', /^the certificate of PUBLIC_URL expires on [\d-]+$/],
    [11, 'WARN', /^the certificate of PUBLIC_URL expires on [\d-]+, in 1[01] days$/],
    [-1, 'FAIL', /^the certificate of PUBLIC_URL has expired$/],
  ])('valid for %s days: %s', async (days, verdict, sentence) => {
    const { url, caFile } = await proxy(days);

    const { findings } = await doctor({ PUBLIC_URL: url, NODE_EXTRA_CA_CERTS: caFile });

    expect(of(findings, 'certificate')).toMatchObject([{ verdict, detail: expect.stringMatching(sentence) }]);
  });

  test('by an authority that browsers don’t know', async () => {
    const { url } = await proxy(90);

    const { findings } = await doctor({ PUBLIC_URL: url });

    expect(of(findings, 'certificate')).toMatchObject([
      {
        verdict: 'FAIL',
        detail: expect.stringMatching(/^browsers can’t trust the certificate of PUBLIC_URL \(\w+\)$/),
      },
    ]);
  });

  test('isn’t checked before the proxy answers', async () => {
    const { code, findings } = await doctor({ PUBLIC_URL: `https://localhost:${await freePort()}` });

    expect(code).toBe(0);
    expect(of(findings, 'certificate')).toMatchObject([
      { verdict: 'SKIPPED', detail: expect.stringContaining('no server listens at its address') },
    ]);
  });
});
