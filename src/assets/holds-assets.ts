import type { Database } from '../platform/database/database.ts';

/** Whether there is any picture, live or not: then the store holds bytes that must not be lost sight of. */
export function holdsAssets(database: Database): Promise<boolean> {
  return database.readValue({ name: 'holds_assets', text: 'select exists (select from asset)' }, []);
}
