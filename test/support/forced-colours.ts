import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/**
 * How many pixels of an element and its outline have the system's colour of what is chosen. Counted in a picture, so that it
 * doesn't matter how the mark is drawn.
 * @param around px that belong to an element on each side, for outlines; less than 0 where the next element touches it
 */
export async function marked(element: Locator, around = 5): Promise<number> {
  const page = element.page();
  await element.scrollIntoViewIfNeeded();
  const box = (await element.boundingBox())!;
  const clip = {
    x: Math.max(0, box.x - around),
    y: Math.max(0, box.y - around),
    width: box.width + 2 * around,
    height: box.height + 2 * around,
  };
  const highlight = await highlightOf(page);
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (highlight.every((value, channel) => Math.abs(data[at + channel]! - value) < 2)) count += 1;
  return count;
}

/** As it is painted on a page: Chromium's is translucent. */
async function highlightOf(page: Page): Promise<number[]> {
  const colours = (await page.evaluate(`{
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'color: Highlight; background: Canvas; forced-color-adjust: none';
    const { color, backgroundColor } = getComputedStyle(probe);
    probe.remove();
    [color, backgroundColor];
  }`)) as string[];
  const [highlight, canvas] = colours.map((colour) => colour.match(/[\d.]+/g)!.map(Number));
  const alpha = highlight![3] ?? 1;
  return [0, 1, 2].map((at) => highlight![at]! * alpha + canvas![at]! * (1 - alpha));
}
