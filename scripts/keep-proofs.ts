/**
 * Adds `proofs.json.gz` and `verifier.js.gz` to the kept data of a release that has none. Usage: npx tsx scripts/keep-proofs.ts
 * RELEASE FOLDER. FOLDER is a built checkout of the release. `keep-upgrade-data.ts` does the same for a new release.
 */
import path from 'node:path';
import { keepProofs } from '../test/upgrades/support/keep-proofs.ts';

const [release, given] = process.argv.slice(2);
if (!release || !given) throw new Error('Pass a release and the folder in which it was built.');
await keepProofs(release, path.resolve(given));
