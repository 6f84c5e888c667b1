import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Keeps a picture of the page in the folder that `SCREENSHOTS` names; does nothing where it names none, or in Firefox, whose
 * policy refuses the style that playwright puts into the page for it.
 * @param fullPage false for a page so long that nobody looks at all of it
 */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder || page.context().browser()?.browserType().name() === 'firefox') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
