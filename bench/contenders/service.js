/** The service of any build; with BENCH_COMPILE=never every operation goes through graphql-js, field by field. */
import 'reflect-metadata';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const built = (file) => import(pathToFileURL(path.join(process.env.BENCH_SERVICE, file)).href);
const { compose, readConfig: ofTheApp } = await built('app.js');
// Older builds read their settings from another module.
const { readConfig = ofTheApp } = await built('read-config.js').catch(() => ({}));
const { createLogger } = await built('platform/observability/logger.js');
const { createHttpApp } = await built('server.js');
// Even older builds read their settings without features, and take start options in other arguments.
const isEarlier = readConfig === undefined;
const config = isEarlier ? (await built('platform/config.js')).loadConfig() : readConfig();

const server = createServer();
const house = await compose({
  config,
  databaseUrl: config.databaseUrl,
  publicUrl: config.publicUrl,
  logger: createLogger(config.logLevel),
});
const compileAfter = process.env.BENCH_COMPILE === 'never' ? Number.POSITIVE_INFINITY : undefined;
const { app } = await (isEarlier
  ? createHttpApp(house, server, { isAccepting: true }, { compileAfter })
  : createHttpApp(house, server, { compileAfter }));
server.on('request', app).listen(config.port, '127.0.0.1');
