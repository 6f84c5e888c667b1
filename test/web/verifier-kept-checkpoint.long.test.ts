import { describe, expect, test } from 'vitest';
import { formatBundle } from '../../src/proof/bundle.ts';
import { formatConsistencyProof } from '../../src/proof/consistency-proof.ts';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { LOG_ORIGIN, SealingHouse } from '../support/seal-fixture.ts';
import { TestLog } from '../support/test-log.ts';
import { fileOf, give, greenParts, sentenceOf } from '../support/verifier.ts';
import { CLAIMED_EARLY, TEXT, UNCHECKED, verifierPage } from './verifier-page.ts';

const { open, giveSealed } = await verifierPage();

describe.skipIf(HAS_NO_BROWSER)('a checkpoint that was kept', () => {
  /** The page with a seal and its copy, and the log as it went on afterwards. */
  const opened = async () => {
    const by = new SealingHouse();
    const sealed = await by.seal({ text: TEXT, predicate: CLAIMED_EARLY });
    await by.seal({ text: 'a later one' });
    const { page } = await open();
    await giveSealed(page, sealed.bundle, by.trust());
    await give(page, 'artifact', fileOf('offer.txt', TEXT));
    await page.getByText('Salt, status list, a checkpoint').click();
    return { page, tree: by.tree(), sealed };
  };

  test.each([
    ['smaller', 5, [5, 23]],
    ['larger', 30, [23, 30]],
  ] as const)(
    'of a %s tree asks for the proof by its address, and is proven with it',
    async (_, size, [oldSize, newSize]) => {
      const { page, tree } = await opened();

      await give(page, 'checkpoint', fileOf('kept.txt', tree.checkpoint(size)));
      expect(await sentenceOf(page)).toContain(`The checkpoint you saved has ${size}`);
      expect(await greenParts(page)).toEqual([]);
      expect(await page.locator('.result code', { hasText: 'https:' }).innerText()).toBe(
        `https://seals.example.org/log/by-name/${LOG_ORIGIN}/consistency/${oldSize}/${newSize}`,
      );
      const proof = formatConsistencyProof(await tree.consistencyProof(oldSize, newSize));
      await give(page, 'consistency', fileOf('proof.txt', proof));

      expect(await sentenceOf(page)).toBe(UNCHECKED);
      expect(await page.locator('.result').innerText()).toContain(
        `It is consistent with the checkpoint you saved, of ${size} entries.`,
      );
    },
  );

  test('may be the one in a seal that was kept', async () => {
    const { page, sealed } = await opened();

    await give(page, 'checkpoint', fileOf('another.sigstore.json', formatBundle(sealed.bundle)));

    expect(await sentenceOf(page)).toBe(UNCHECKED);
    expect(await page.locator('.result').innerText()).toContain('It is the tree of the checkpoint you saved.');
  });

  test('of another log is said to be, and is no reason to call the seal invalid', async () => {
    const { page } = await opened();

    await give(page, 'checkpoint', fileOf('kept.txt', new TestLog('log9.example.org', 9).checkpoint(9)));

    expect(await sentenceOf(page)).toContain('is from another log, log9.example.org');
    expect(await page.locator('.result').getAttribute('data-result')).toBe('UNKNOWN');
    expect(await greenParts(page)).toEqual([]);
  });

  test.each(['checkpoint', 'consistency'])('%s files that are none are named', async (slot) => {
    const { page, tree } = await opened();
    await give(page, 'checkpoint', fileOf('kept.txt', tree.checkpoint(5)));

    await give(page, slot, fileOf('holiday.jpg', new Uint8Array([0xff, 0xd8, 0xff])));

    expect(await sentenceOf(page)).toMatch(
      /^holiday\.jpg is not a (checkpoint|consistency proof): it seems to be a JPEG picture\.$/,
    );
    expect(await greenParts(page)).toEqual([]);
  });

  test('is missed when only the proof was given', async () => {
    const { page, tree } = await opened();
    const proof = formatConsistencyProof(await tree.consistencyProof(5, 23));

    await give(page, 'consistency', fileOf('proof.txt', proof));

    expect(await sentenceOf(page)).toBe(UNCHECKED);
    expect(await page.locator('.result').innerText()).toContain('proof.txt was not used');
  });
});
