import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { makeAuthority, makeCertificate } from './certificates.ts';

export interface TlsPostgres extends AsyncDisposable {
  /** Of the account and database `imprimatur`, without any parameter. The certificate is for `localhost`, not for an address. */
  url: string;
  /** Certificate of the authority that issued the server's. */
  caFile: string;
  /** Certificate of an authority that has nothing to do with the server. */
  otherCaFile: string;
  /** The folder of the Unix socket. */
  socketFolder: string;
  port: number;
  /** An account that is let in by its certificate alone. It has to be made. */
  client: { name: string; certFile: string; keyFile: string };
  /** Runs SQL as superuser. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  log(): string;
}

const CERTIFIED = 'certified';

/** A PostgreSQL of its own that takes nothing but TLS over the network, and a password at its Unix socket. */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-tls-'));
  chmodSync(folder, 0o755);
  const caFile = makeAuthority(folder, 'ca');
  const otherCaFile = makeAuthority(folder, 'other');
  makeCertificate(folder, 'ca', 'server', 'localhost');
  makeCertificate(folder, 'ca', 'client', CERTIFIED);
  const socketFolder = path.join(folder, 'socket');
  mkdirSync(socketFolder);
  chmodSync(socketFolder, 0o777);
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const server = await openEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      unix_socket_directories: socketFolder,
      ssl_cert_file: path.join(folder, 'server.pem'),
      ssl_key_file: path.join(folder, 'server.key'),
      ssl_ca_file: caFile,
    },
  });
  const { uid, gid } = statSync(server.dataDirectory);
  if (process.getuid?.() === 0) chownSync(path.join(folder, 'server.key'), uid, gid);
  writeFileSync(
    path.join(server.dataDirectory, 'pg_hba.conf'),
    `hostssl all ${CERTIFIED} all cert\nhostssl all all all scram-sha-256\nlocal all all scram-sha-256\n`,
  );
  const plain = new pg.Client({ connectionString: server.superuserUrl });
  await plain.connect();
  // Only now: the server is asked over the network without TLS whether it has come up.
  await plain.query('alter system set ssl = on');
  await plain.query('select pg_reload_conf()');
  await plain.end();
  const superuser = new pg.Pool({
    connectionString: server.superuserUrl,
    ssl: { rejectUnauthorized: false },
    max: 2,
    application_name: 'test',
  });
  superuser.on('error', () => {});
  const url = Object.assign(new URL(server.url), { hostname: 'localhost' });
  return {
    url: url.toString(),
    caFile,
    otherCaFile,
    socketFolder,
    port: Number(url.port),
    client: { name: CERTIFIED, certFile: path.join(folder, 'client.pem'), keyFile: path.join(folder, 'client.key') },
    async query(text, values) {
      return (await superuser.query(text, values)).rows;
    },
    log: () => readFileSync(`${server.dataDirectory}.log`, 'utf8'),
    async [Symbol.asyncDispose]() {
      await superuser.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
