import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compose, type House, readConfig } from '../app.ts';
import type { Sight } from '../feature.ts';
import { internal } from '../platform/auth/principal.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { type Config, localUrl } from '../platform/config.ts';
import { Context } from '../platform/context.ts';
import { listen } from '../platform/http/listen.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { createHttpApp } from '../server.ts';
import { startBackground } from './background.ts';
import { databaseFor, type OpenDatabase } from './database-for.ts';
import { InFlight, notServing } from './not-serving.ts';

/** How long a caller may go on waiting after the stop has begun; then the answer is where to ask for it. */
const WAIT_GRACE_MS = 4_000;
/** How long any request may go on after that. */
const REQUEST_GRACE_MS = 5_000;

/** The service: HTTP, and background work unless other processes do that. Resolves when it takes requests. */
export async function start({ works }: { works: boolean }): Promise<void> {
  const begin = performance.now();
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const lifecycle = new Lifecycle(logger);

  await lifecycle.start(async () => {
    const httpServer = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 });
    // Whoever neither reads nor sends for so long has gone. Streams say something more often, and no wait is as long.
    httpServer.timeout = 60_000;
    await listen(httpServer, config.host, config.port, 'set PORT to another');
    const { port } = httpServer.address() as AddressInfo;
    const publicUrl = config.publicUrl ?? localUrl(config.host, port);
    // Until the database is there nothing else can be answered than that.
    const starting = notServing(publicUrl, 'The service is starting. Try again shortly.');
    httpServer.on('request', starting);

    const database = await databaseFor(config);
    lifecycle.onStop(database.close);
    const house = await compose({ config, databaseUrl: database.url, publicUrl, logger });
    await startBackground(house, lifecycle, { databaseUrl: database.url, works });
    const shown = config.demo && works ? await prepareDemo(house, lifecycle.stopping) : [];
    lifecycle.stopping.throwIfAborted();

    const { availability, streams } = house.platform;
    const inFlight = new InFlight(httpServer);
    const { app, apollo } = await createHttpApp(house, httpServer);
    httpServer.off('request', starting);
    httpServer.on('request', app);
    availability.isAccepting = true;
    lifecycle.onStop(async () => {
      availability.isAccepting = false;
      // Who asks now is told to ask elsewhere or later, and whoever supervises us sees that we are going.
      httpServer.off('request', app);
      httpServer.on('request', notServing(publicUrl, 'The service is stopping. Try again shortly.'));
      streams.endAll();
      await inFlight.ended(WAIT_GRACE_MS);
      house.stopWaiting();
      await inFlight.ended(REQUEST_GRACE_MS);
      httpServer.closeAllConnections();
      await apollo.stop();
    });
    process.stdout.write(greeting(house, config, database, shown, performance.now() - begin));
  });
}

/** Fills an empty service, through the same doors as everybody. @throws the reason of the signal when that aborts */
async function prepareDemo({ platform, demos }: House, signal: AbortSignal): Promise<Sight[]> {
  const shown: Sight[] = [];
  for (const demo of demos) {
    const occasion = { principal: internal('demo'), requestId: 'demo', signal };
    shown.push(...(await demo(new Context(platform, occasion))));
  }
  return shown;
}

function greeting(
  { platform, sights, secretFiles }: House,
  config: Config,
  { relocatedTo }: OpenDatabase,
  demo: readonly Sight[],
  tookMs: number,
): string {
  const secrets = config.databaseUrl ? 'the environment, else' : 'kept in';
  const isShown = ({ title }: Sight) => demo.some((one) => one.title === title);
  const lines = [
    ...sights.map((sight) => (isShown(sight) ? demo.find(({ title }) => title === sight.title)! : sight)),
    { title: 'GraphiQL', at: `${platform.publicUrl}/graphql` },
    { title: 'REST', at: `${platform.publicUrl}/openapi.json` },
  ];
  return `
Imprimatur is ready (${(tookMs / 1000).toFixed(1)} s).

${lines.map(({ title, at }) => `  ${title.padEnd(14)}${at}\n`).join('')}
Secrets, ${secrets} files that only you can read:
${secretFiles.map(({ title, file }) => `  ${title.padEnd(30)}${file}\n`).join('')}${
  relocatedTo ? `\nThe database's account cannot enter DATA_DIR, so its files are in ${relocatedTo}\n` : ''
}`;
}
