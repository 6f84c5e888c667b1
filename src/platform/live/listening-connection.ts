import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseSettings } from '../database/database-settings.ts';
import { listenTo, ping } from '../database/server.sql.ts';
import type { Logger } from '../observability/logger.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
/**
 * Interval of probes of the connection, because it can die silently. Shorter intervals cost more; longer ones delay subscribers.
 */
const PROBE_EVERY_MS = 15_000;
const PATIENCE_MS = 5_000;

/** A channel to listen to, with the functions that are called for it. */
export interface ListeningChannel {
  /** Name of the channel in PostgreSQL. */
  name: string;
  /** Called with the text of each notification. */
  onNotification(text: string): void;
  /** Called when the connection starts to receive notifications. Earlier notifications may be lost. */
  onOpened(): void;
  /** Called when the connection is lost or can't be opened. Notifications are lost until it is open again. */
  onLost(): void;
}

/** A dedicated connection that LISTENs to channels and reconnects when it is lost. */
export class ListeningConnection {
  readonly #databaseUrl: string;
  readonly #channels: readonly ListeningChannel[];
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(databaseUrl: string, channels: readonly ListeningChannel[], logger: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#channels = channels;
    this.#logger = logger;
  }

  /** Starts connecting. Returns at once, even if the database isn't available. */
  start(): void {
    this.#running ??= this.#keepConnected();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#stopping;
    let delayMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const error = await this.#listen(() => {
        delayMs = FIRST_RETRY_MS;
        for (const { onOpened } of this.#channels) onOpened();
      });
      if (signal.aborted) return;
      for (const { onLost } of this.#channels) onLost();
      this.#logger.warn({ err: error }, 'notifications are interrupted; polling until they return');
      // A random delay, so that processes that lost the connection together don't reconnect together.
      await sleep(delayMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      delayMs = Math.min(delayMs * 2, MAX_RETRY_MS);
    }
  }

  /** Opens the connection and waits until it ends. Returns the reason why it ended. */
  async #listen(opened: () => void): Promise<unknown> {
    // The socket can be destroyed directly: the driver's own way to close waits for the server, which may be gone.
    const socket = new Socket();
    const client = new pg.Client({
      ...databaseSettings(this.#databaseUrl).connection,
      application_name: 'imprimatur-live',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      stream: () => socket,
    });
    const end = Promise.withResolvers<unknown>();
    client.on('error', end.resolve);
    client.on('end', () => end.resolve(new Error('The database connection for notifications was closed.')));
    client.on('notification', ({ channel, payload }) => {
      this.#channels.find(({ name }) => name === channel)?.onNotification(payload ?? '');
    });
    const stop = () => end.resolve(undefined);
    this.#stopping.signal.addEventListener('abort', stop, { once: true });
    let probe: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      for (const { name } of this.#channels) await listenTo(client, name);
      opened();
      probe = setInterval(() => ping(client).catch(end.resolve), PROBE_EVERY_MS);
      return await end.promise;
    } catch (error) {
      return error;
    } finally {
      clearInterval(probe);
      this.#stopping.signal.removeEventListener('abort', stop);
      client.end().catch(() => {});
      socket.destroy();
    }
  }
}
