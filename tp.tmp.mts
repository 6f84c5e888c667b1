import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { MikroORM } from '@mikro-orm/postgresql';
import { openEmbeddedPostgres } from '/work/main/dist/src/platform/database/embedded-postgres.js';
import { ormOptions } from '/work/main/dist/src/orm-options.js';
import { migrate } from '/work/main/dist/src/platform/database/migrate.js';
import { createLogger } from '/work/main/dist/src/platform/observability/logger.js';
import { compose } from '/work/main/dist/src/app.js';
import { loadConfig } from '/work/main/dist/src/platform/config.js';
const dir = mkdtempSync('/tmp/tp-');
const s = await openEmbeddedPostgres({ dataDir: dir });
const orm = await MikroORM.init(ormOptions({ databaseUrl: s.url, poolSize: 2 }));
const logger = createLogger('silent');
await migrate(orm, s.url, logger); await orm.close(true);
const config = loadConfig({ DATA_DIR: dir, DATABASE_URL: s.url, LOG_LEVEL: 'silent' });
const sv: any = await compose({ config, databaseUrl: s.url, publicUrl: 'http://127.0.0.1:4000', logger });
const seals = sv.seals;
const N = Number(process.argv[2] ?? 20000), C = Number(process.argv[3] ?? 256);
let done = 0; const lat: number[] = [];
async function caller() {
  while (done < N) { done++; const t = performance.now();
    const em = sv.database.orm.em.fork();
    await seals.sealText({ em } as any, { text: 'Offer ' + Math.random(), disclaimerAcknowledged: true, language: 'en', private: false });
    lat.push(performance.now() - t); }
}
await Promise.all(Array.from({ length: 64 }, caller)); // warm
lat.length = 0; done = 0; const t0 = performance.now();
await Promise.all(Array.from({ length: C }, caller));
const sec = (performance.now() - t0) / 1000; lat.sort((a, b) => a - b);
console.log(`${(lat.length / sec).toFixed(0)} seals/s with ${C} callers; p50 ${lat[lat.length >> 1].toFixed(0)} p99 ${lat[Math.floor(lat.length * .99)].toFixed(0)} ms`);
await sv.database.close(); await s.stop();
