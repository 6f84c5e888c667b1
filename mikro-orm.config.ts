import 'reflect-metadata';
import { defineConfig } from '@mikro-orm/postgresql';
import { ormOptions } from './src/orm-options.ts';

/** For MikroORM's own command line (`npx mikro-orm migration:create`). The service itself reads `src/orm-options.ts`. */
export default defineConfig(
  ormOptions({ databaseUrl: process.env.DATABASE_URL ?? 'postgres://127.0.0.1/imprimatur', poolSize: 4 }),
);
