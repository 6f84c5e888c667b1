import { expect, test } from 'vitest';
import { reportOf } from '../cli/integrity.ts';
import { startApi } from '../support/api.ts';
import { asSuperuser } from '../support/database.ts';
import { changed, publish } from './support.ts';

test('integrity tells of a version that was changed by force, and of one that is missing', async () => {
  const own = await startApi({ works: false });
  for (const ifVersion of [1, 2]) {
    const edited = changed((document) => {
      document.tasks[0].title = `After ${ifVersion}`;
    });
    await publish(own, edited, { ifVersion });
  }
  const found = async () =>
    (await reportOf(own, '--only', 'catalogue')).findings.map(({ kind, what }) => `${kind}: ${what}`);
  expect(await found()).toEqual([]);

  await asSuperuser(
    `alter table catalogue_version disable trigger all;
     delete from catalogue_version where number = 2;
     update catalogue_version set document = jsonb_set(document, '{prices,0,perRequestMicros}', '1') where number = 3`,
    own.database.url,
  );

  expect(await found()).toEqual([
    'CATALOGUE_VERSION_MISSING: Version 2 of the catalogue is missing; the next one is 3.',
    'CATALOGUE_VERSION_CHANGED: Version 3 of the catalogue does not match its SHA-256.',
  ]);
});
