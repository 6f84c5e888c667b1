import 'reflect-metadata';
import { defineConfig } from '@mikro-orm/postgresql';
import { databaseOptions } from './src/app.ts';

/** For MikroORM's command line (`npx mikro-orm migration:create`), with the same options as the service. */
export default defineConfig(
  databaseOptions({ databaseUrl: process.env.DATABASE_URL ?? 'postgres://127.0.0.1/imprimatur', poolSize: 4 }),
);
