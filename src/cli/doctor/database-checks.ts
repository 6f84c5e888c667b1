import pg from 'pg';
import { databaseOptions } from '../../app.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { compareClocks, MAX_CLOCK_DIFFERENCE_MS } from '../../platform/database/agreed-time.ts';
import { Database } from '../../platform/database/database.ts';
import { type DatabaseSettings, databaseSettings, leavesMachine } from '../../platform/database/database-settings.ts';
import { checkPooler, type PoolerWarning } from '../../platform/database/pooler-check.ts';
import { sessionUrlOf } from '../../platform/database/single-connection.ts';
import { queueConnections } from '../../platform/jobs/job-queue.ts';
import { type OpenDatabase, type OpenUrls, urlsOf } from '../database-for.ts';
import { type DatedCertificate, expiryFinding, ownCertificate, peerCertificate } from './certificate-checks.ts';
import { connectionProblem } from './connection-problem.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';
import { type ConnectionEncryption, readEncryption, readServer, type ServerSetup } from './server.sql.ts';

const POOLER = 'connection pooler';
const PATIENCE_MS = 5_000;
/** Major versions of PostgreSQL with which the service is tested. */
const TESTED_MAJORS = [15, 18];
/** Number of connections per process that listen for notifications: one for jobs, one for events. */
const LISTENING_CONNECTIONS = 2;
/** Maximum usual difference between two machines' clocks in milliseconds. Machines with the same time server differ by less. */
const USUAL_SKEW_MS = 2_000;

/** Checks that the database answers, keeps what is written, and has the same time as this machine. */
export async function checkDatabase(
  opened: OpenUrls & Pick<OpenDatabase, 'place'>,
  { databasePoolSize }: Config,
): Promise<DoctorFinding[]> {
  const { place } = opened;
  const direct = sessionUrlOf(urlsOf(opened));
  const begin = performance.now();
  let server: ServerSetup | undefined;
  let clockAheadMs = 0;
  let certificate: DatedCertificate | null = null;
  try {
    const client = new pg.Client({
      ...databaseSettings(direct.url).connection,
      application_name: 'imprimatur-doctor',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      certificate = peerCertificate('the database', streamOf(client));
      const { aheadMs } = await compareClocks(async () => {
        server = await readServer(client);
        return server.nowMs;
      }, systemClock);
      clockAheadMs = aheadMs;
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    return [fail('database', ...connectionProblem(error, direct.setting))];
  }
  if (!server) throw new Error('The database did not report its version.');
  const latencyMs = Math.round(performance.now() - begin);
  // After the connection to the server, so that its failures are reported by their reasons.
  const pooling = await checkPooling(opened);
  if (pooling?.verdict === 'FAIL') return [pooling];
  const findings = [ok('database', `${place}: PostgreSQL ${server.version}, reached in ${latencyMs} ms`)];
  if (pooling) findings.push(pooling);
  const major = Number.parseInt(server.version, 10);
  if (!TESTED_MAJORS.includes(major)) {
    findings.push(warn('database', `PostgreSQL ${major} is not tested; ${TESTED_MAJORS.join(' and ')} are`));
  }
  if (server.isReadOnly) {
    findings.push(fail('database', 'it is read-only', 'Set DATABASE_URL to the primary, not to a replica'));
  }
  if (!server.isDurable) {
    findings.push(
      warn(
        'database',
        'a power failure can lose committed data',
        'Turn on fsync, full_page_writes and synchronous_commit',
      ),
    );
  }
  const connections = databasePoolSize + queueConnections(databasePoolSize) + LISTENING_CONNECTIONS;
  if (server.maxConnections < connections) {
    findings.push(
      warn(
        'database',
        `one process uses up to ${connections} connections, but max_connections is ${server.maxConnections}`,
        'Lower DATABASE_POOL_SIZE or raise max_connections',
      ),
    );
  }
  findings.push(checkClock(clockAheadMs));
  for (const one of [certificate, clientCertificate(direct.url)]) if (one) findings.push(expiryFinding(one));
  return findings;
}

/** Checks the connection pooler at the database URL. Null if the URL leads to the server itself. */
async function checkPooling(opened: OpenUrls): Promise<DoctorFinding | null> {
  let missing: PoolerWarning | undefined;
  try {
    const pooler = await checkPooler(urlsOf(opened), (warning) => (missing = warning));
    if (!pooler) return null;
    if (missing) return warn(POOLER, missing.detail, missing.advice);
    return ok(POOLER, `statements go through one in ${pooler.isTransactional ? 'transaction' : 'session'} mode`);
  } catch (error) {
    if (error instanceof ConfigError) return fail(POOLER, error.mistakes.join(' '));
    return fail('database', ...connectionProblem(error));
  }
}

/** The socket of a connection, which the driver's types leave out. */
const streamOf = (client: pg.Client) => (client as pg.Client & { connection: { stream: object } }).connection.stream;

/** The certificate of `sslcert`. Null if the URL names none. */
function clientCertificate(databaseUrl: string): DatedCertificate | null {
  const { ssl } = databaseSettings(databaseUrl).connection;
  return typeof ssl === 'object' && typeof ssl.cert === 'string' ? ownCertificate('sslcert', ssl.cert) : null;
}

function checkClock(aheadMs: number): DoctorFinding {
  const differenceMs = Math.abs(aheadMs);
  const seconds = (differenceMs / 1_000).toFixed(1);
  const detail =
    aheadMs === 0
      ? "this machine's clock and the database's agree"
      : `this machine's clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`;
  const advice =
    'Synchronize both with a time server: a process can’t seal while the clocks differ by more than 5 seconds';
  if (differenceMs > MAX_CLOCK_DIFFERENCE_MS) return fail('clock', detail, advice);
  return differenceMs > USUAL_SKEW_MS ? warn('clock', detail, advice) : ok('clock', detail);
}

/** Checks that connections of the pool are encrypted, by asking the server over one of them. */
export async function checkEncryption(databaseUrl: string): Promise<DoctorFinding> {
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
  try {
    return encryptionFinding(await readEncryption(database), databaseSettings(databaseUrl));
  } catch (error) {
    return fail('encryption', ...connectionProblem(error));
  } finally {
    await database.close();
  }
}

function encryptionFinding({ isEncrypted, version }: ConnectionEncryption, settings: DatabaseSettings): DoctorFinding {
  if (!isEncrypted && settings.certificateCheck === null && !leavesMachine(settings)) {
    return ok('encryption', 'connections to the database stay on this machine');
  }
  if (!isEncrypted) {
    return warn(
      'encryption',
      'connections to the database are not encrypted',
      'Add ?sslmode=verify-full to DATABASE_URL, unless the network is private',
    );
  }
  if (settings.certificateCheck === 'CHAIN_AND_NAME') {
    return ok('encryption', `connections to the database are encrypted (${version}), and its certificate is verified`);
  }
  const unchecked = settings.certificateCheck === 'CHAIN' ? "the certificate's host name" : 'its certificate';
  return warn(
    'encryption',
    `connections to the database are encrypted (${version}), and ${unchecked} is not verified`,
    'Use sslmode=verify-full, with sslrootcert for your own authority',
  );
}
