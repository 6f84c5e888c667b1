import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compose } from '../src/app.ts';
import { schemaText } from '../src/platform/graphql/schema/schema-text.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { PROJECT_ROOT } from '../src/platform/program/project-root.ts';
import { readConfig } from '../src/read-config.ts';

/** Writes `schema/schema.graphql`, and `schema/openapi.json` with `--openapi`: the latter needs the typed documents first. */
const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-print-'));
try {
  const config = readConfig({ DATA_DIR: folder });
  const services = await compose({
    config,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing',
    publicUrl: 'http://127.0.0.1:4000',
    logger: createLogger('silent'),
  });
  const sdl = schemaText(services.schema);
  writeFileSync(path.join(PROJECT_ROOT, 'schema/schema.graphql'), `${sdl}\n`);
  if (process.argv.includes('--openapi')) {
    const { createHttpApp } = await import('../src/server.ts');
    const { openApiDocument } = await import('../src/rest/index.ts');
    const { VERSION } = await import('../src/platform/program/version.ts');
    const { apollo, mounts } = await createHttpApp(services, createServer());
    const document = JSON.stringify(openApiDocument(mounts, VERSION), null, 2);
    await apollo.stop();
    writeFileSync(path.join(PROJECT_ROOT, 'schema/openapi.json'), `${document}\n`);
  }
  await services.platform.database.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
