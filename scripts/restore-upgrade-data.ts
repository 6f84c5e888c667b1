/** Creates a data folder from `test/upgrades/RELEASE`. Usage: npx tsx scripts/restore-upgrade-data.ts RELEASE FOLDER */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { KEPT_RELEASES, restoreRelease } from '../test/upgrades/support/restore.ts';

const [release = '', folder] = process.argv.slice(2);
if (!KEPT_RELEASES.includes(release) || folder === undefined) {
  throw new Error(`Pass one of ${KEPT_RELEASES.join(', ')}, and a folder.`);
}
const target = path.resolve(folder);
mkdirSync(target, { recursive: true });
await restoreRelease(release, { path: target });
