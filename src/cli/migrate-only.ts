import { withDatabase } from './with-database.ts';

/** For deployments that migrate in a step of their own. */
export function migrateOnly(): Promise<void> {
  return withDatabase(async () => {
    process.stdout.write('The database is up to date.\n');
  });
}
