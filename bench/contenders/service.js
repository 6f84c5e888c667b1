/** The service of any build; with BENCH_COMPILE=never every operation goes through graphql-js, field by field. */
import 'reflect-metadata';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const built = (file) => import(pathToFileURL(path.join(process.env.BENCH_SERVICE, file)).href);
const { compose, readConfig: ofTheApp } = await built('app.js');
// A build of some time ago reads its settings elsewhere.
const { readConfig = ofTheApp } = await built('read-config.js').catch(() => ({}));
const { createLogger } = await built('platform/observability/logger.js');
const { createHttpApp } = await built('server.js');
// A still earlier one reads them without features, and takes what it is started with in other places.
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
