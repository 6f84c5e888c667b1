import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from '../app.ts';
import type { StartupHint } from '../feature.ts';
import { operator } from '../operators/index.ts';
import { internal } from '../platform/auth/principal.ts';
import { deadlineFor, Lifecycle } from '../platform/command-line/lifecycle.ts';
import { localUrl } from '../platform/config/addresses.ts';
import type { Config } from '../platform/config/config.ts';
import { Context } from '../platform/context.ts';
import { anotherPort, createPatientServer, listen } from '../platform/http/listen.ts';
import { OwnRequests } from '../platform/http/own-requests.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { readConfig } from '../read-config.ts';
import { createHttpApp } from '../server.ts';
import type { Service } from '../service.ts';
import { startBackground } from './background.ts';
import { databaseFor, type OpenDatabase } from './database-for.ts';
import { demoStartupHints } from './demo.ts';
import { recordService } from './running-service.ts';
import { InFlight, unavailableListener } from './unavailable-listener.ts';
import { warmUp } from './warm-up.ts';

/**
 * Milliseconds after the beginning of a stop for which callers can still wait for a result. Then they get the URL at which they
 * can fetch it.
 */
const WAIT_GRACE_MS = 4_000;
/** Last milliseconds of a stop, in which streamed responses can report that they are cut off. Then all connections are closed. */
const CUT_GRACE_MS = 5_000;

/**
 * Starts the service: HTTP, and if `works` also background work, which other processes can do instead. Resolves when the service
 * accepts requests.
 */
export async function start({ works }: { works: boolean }): Promise<void> {
  const begin = performance.now();
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.logFormat);
  for (const hint of config.hints) logger.warn(hint);
  for (const line of config.of(proxyConfig).described) logger.info(line);
  const lifecycle = new Lifecycle(logger, deadlineFor(config));

  await lifecycle.start(async () => {
    const httpServer = createPatientServer();
    const openPort = () => listen(httpServer, config.host, config.port, anotherPort(config.port));
    if (!config.listensOnlyWhenReady) await openPort();
    const port = (httpServer.address() as AddressInfo | null)?.port ?? config.port;
    const publicUrl = config.publicUrl ?? localUrl(config.host, port);
    const removeRecord = recordService(config, publicUrl);
    lifecycle.onStop(async () => removeRecord());
    // Answers liveness checks, and refuses other requests, until the service accepts requests.
    const starting = unavailableListener(publicUrl, 'The service is starting. Try again shortly.');
    httpServer.on('request', starting);

    const database = await databaseFor(config);
    lifecycle.onStop(database.close);
    const service = await compose({ config, databaseUrl: database.url, publicUrl, logger });
    await startBackground(service, lifecycle, { databaseUrl: database.url, ownerUrl: database.ownerUrl, works });
    const demo = config.demo && works ? await demoStartupHints(service, lifecycle.stopping) : [];
    const shown = [...(await lateHintsOf(service, lifecycle.stopping)), ...demo];
    lifecycle.stopping.throwIfAborted();

    const { availability, streams } = service.platform;
    const inFlight = new InFlight(httpServer);
    const { app, apollo } = await createHttpApp(service, httpServer);
    const startupHints = await warmUpAndVerify(service, app, startupHintsOf(service, shown), lifecycle.stopping);
    lifecycle.stopping.throwIfAborted();
    httpServer.off('request', starting);
    httpServer.on('request', app);
    availability.isAccepting = true;
    if (config.listensOnlyWhenReady) await openPort();
    lifecycle.onStop(async () => {
      availability.isAccepting = false;
      if (config.drainMs > 0) {
        // Clients with a connection that is kept alive use another process for their next request.
        httpServer.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
        await sleep(config.drainMs);
      }
      if (config.listensOnlyWhenReady) {
        // Refuses new connections. Requests on those that are open already are served, so that a proxy sees no 503.
        httpServer.close();
      } else {
        // Refuses new requests, so that clients use another process and supervisors see that this one stops.
        httpServer.off('request', app);
        httpServer.on('request', unavailableListener(publicUrl, 'The service is stopping. Try again shortly.'));
      }
      streams.endAll();
      await inFlight.ended(WAIT_GRACE_MS);
      service.stopWaiting();
      await inFlight.ended(config.stopGraceMs - WAIT_GRACE_MS - CUT_GRACE_MS);
      // Lets streamed responses report that they are cut off, before their connections are closed below.
      streams.endAnswers();
      await inFlight.ended(CUT_GRACE_MS);
      httpServer.closeAllConnections();
      await apollo.stop();
    });
    process.stdout.write(startMessage(service, config, database, startupHints, performance.now() - begin));
  });
}

/**
 * Startup hints that the features compute after the start. A feature's failure is logged and doesn't prevent the start.
 * @throws the reason of the signal if it aborts
 */
async function lateHintsOf({ platform, lateStartupHints }: Service, signal: AbortSignal): Promise<StartupHint[]> {
  const shown: StartupHint[] = [];
  for (const hintsOf of lateStartupHints) {
    try {
      shown.push(
        ...(await hintsOf(new Context(platform, { principal: internal('start'), requestId: 'start', signal }))),
      );
    } catch (error) {
      signal.throwIfAborted();
      platform.logger.warn({ err: error }, 'a line of the start-up message could not be created');
    }
  }
  return shown;
}

/** Runs the service's frequent operations before callers reach it, and finds out which of the URLs to print are reachable. */
async function warmUpAndVerify(
  service: Service,
  app: RequestListener,
  startupHints: readonly StartupHint[],
  stopping: AbortSignal,
): Promise<StartupHint[]> {
  const { authentication, config, publicUrl } = service.platform;
  const { token, giveBack } = authentication.issueTemporary(operator('warm-up', ['ADMIN']));
  const own = await OwnRequests.open(app, token);
  try {
    if (config.warmUpMs > 0) await warmUp(service, own, config.warmUpMs, stopping);
    const answered = await Promise.all(startupHints.map((hint) => isAnswered(own, publicUrl, hint)));
    return startupHints.filter((_, at) => answered[at]);
  } finally {
    giveBack();
    await own.close();
  }
}

/** True if a request to the hint's URL succeeds, and for text that isn't a URL of this service. */
async function isAnswered(own: OwnRequests, publicUrl: string, { at }: StartupHint): Promise<boolean> {
  if (!at.startsWith(`${publicUrl}/`)) return true;
  const status = await own.ask({ path: at.slice(publicUrl.length), accept: 'text/html,*/*' }).catch(() => 500);
  return status < 400;
}

/**
 * URLs to print after the start, with the start page first. If two hints have the same title, the later one replaces the
 * earlier one, so that hints of the example content take precedence.
 */
function startupHintsOf(
  { platform: { publicUrl }, startupHints }: Service,
  demo: readonly StartupHint[],
): StartupHint[] {
  const byTitle = new Map(
    [
      { title: 'Start page', at: `${publicUrl}/` },
      { title: 'GraphiQL', at: `${publicUrl}/graphql` },
      { title: 'REST reference', at: `${publicUrl}/docs/rest` },
      { title: 'OpenAPI', at: `${publicUrl}/openapi.json` },
      { title: 'Documents', at: `${publicUrl}/docs` },
      ...startupHints,
      ...demo,
    ].map((hint) => [hint.title, hint] as const),
  );
  return [...byTitle.values()];
}

function startMessage(
  { secretFiles }: Service,
  config: Config,
  { relocatedTo }: OpenDatabase,
  startupHints: readonly StartupHint[],
  tookMs: number,
): string {
  const proxied = config.of(proxyConfig).described.map((line) => `${line}.\n`);
  const source = config.databaseUrl ? 'from the environment, or else in' : 'in';
  return `
Imprimatur is ready (${(tookMs / 1000).toFixed(1)} s).

${aligned(startupHints.map(({ title, at }) => [title, at]))}
Open the start page first. Secrets are ${source} files that only you can read:
${aligned(secretFiles.map(({ title, file }) => [title, file]))}${
  relocatedTo ? `\nThe database's account can't access DATA_DIR, so its files are in ${relocatedTo}\n` : ''
}${proxied.length > 0 ? `\n${proxied.join('')}` : ''}`;
}

/** Formats one line per row. The second column starts after the longest title. */
function aligned(rows: readonly (readonly [title: string, at: string])[]): string {
  const width = Math.max(...rows.map(([title]) => title.length)) + 2;
  return rows.map(([title, at]) => `  ${title.padEnd(width)}${at}\n`).join('');
}
