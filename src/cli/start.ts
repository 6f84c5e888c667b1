import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compose, type Services } from '../app.ts';
import { type Config, loadConfig, localUrl, secretFile } from '../platform/config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { createHttpApp } from '../server.ts';
import { databaseFor, type OpenDatabase } from './database-for.ts';
import { type Demo, prepareDemo } from './demo.ts';
import { Lifecycle } from './lifecycle.ts';
import { listen } from './listen.ts';
import { InFlight, notServing } from './not-serving.ts';
import { startBackground } from './start-background.ts';

/** How long a caller may go on waiting for a picture after the stop has begun; then the answer is where to ask for it. */
const WAIT_GRACE_MS = 4_000;
/** How long any request may go on after that. */
const REQUEST_GRACE_MS = 5_000;

/** The service: HTTP, and background work unless other processes do that. Resolves when it takes requests. */
export async function start({ works }: { works: boolean }): Promise<void> {
  const begin = performance.now();
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const lifecycle = new Lifecycle(logger);

  await lifecycle.start(async () => {
    const httpServer = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 });
    await listen(httpServer, config.host, config.port, 'set PORT to another');
    const { port } = httpServer.address() as AddressInfo;
    const publicUrl = config.publicUrl ?? localUrl(config.host, port);
    // Until the database is there nothing else can be answered than that.
    const starting = notServing(publicUrl, 'The service is starting. Try again shortly.');
    httpServer.on('request', starting);

    const database = await databaseFor(config);
    lifecycle.onStop(database.close);
    const services = await compose({ config, databaseUrl: database.url, publicUrl, logger });
    await startBackground(services, database.url, lifecycle, { works });
    const demo = config.demo && works ? await prepareDemo(services, lifecycle.stopping) : null;
    lifecycle.stopping.throwIfAborted();

    const state = { isAccepting: true };
    const inFlight = new InFlight(httpServer);
    const { app, apollo, streams } = await createHttpApp(services, httpServer, state);
    httpServer.off('request', starting);
    httpServer.on('request', app);
    lifecycle.onStop(async () => {
      state.isAccepting = false;
      // Who asks now is told to ask elsewhere or later, and whoever supervises us sees that we are going.
      httpServer.off('request', app);
      httpServer.on('request', notServing(publicUrl, 'The service is stopping. Try again shortly.'));
      streams.endAll();
      await inFlight.ended(WAIT_GRACE_MS);
      services.renders.stopWaiting();
      await inFlight.ended(REQUEST_GRACE_MS);
      httpServer.closeAllConnections();
      await apollo.stop();
    });
    process.stdout.write(greeting(services, config, database, demo, performance.now() - begin));
  });
}

function greeting(
  { publicUrl }: Services,
  config: Config,
  { relocatedTo }: OpenDatabase,
  demo: Demo | null,
  tookMs: number,
): string {
  const secrets = config.databaseUrl ? 'the environment, else' : 'kept in';
  return `
Imprimatur is ready (${(tookMs / 1000).toFixed(1)} s).

  A picture     ${publicUrl}/api/marketing/image-bank/pick?tags=${demo?.sampleTag ?? 'winter'}&as=redirect
  Media desk    ${demo?.mediaDeskUrl ?? 'issue a link: npx imprimatur partner-token NAME'}
  GraphiQL      ${publicUrl}/graphql
  REST          ${publicUrl}/openapi.json

Secrets, ${secrets} files that only you can read:
  integrations inbound secret   ${secretFile(config.dataDir, 'integrations-inbound-secret')}
  operator token                ${secretFile(config.dataDir, 'admin-token')}
${relocatedTo ? `\nThe database's account cannot enter DATA_DIR, so its files are in ${relocatedTo}\n` : ''}`;
}
