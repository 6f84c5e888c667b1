import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { inject } from 'vitest';
import { onceInRun } from './once-in-run.ts';

/** The folder with the verifier as `npm run build` makes it, which is made once for all files of a run. */
export async function builtVerifier(): Promise<string> {
  const folder = join(inject('runFolder'), 'verifier');
  await onceInRun('verifier', () =>
    build({
      configFile: join(import.meta.dirname, '../../src/seals/web/verifier/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: folder },
    }),
  );
  return folder;
}

export interface FileToGive {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function fileOf(name: string, content: string | Uint8Array): FileToGive {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

/** Gives a file to one of the verifier's slots and waits for what comes of it. */
export async function give(page: Page, slot: string, ...files: FileToGive[]): Promise<void> {
  await page.setInputFiles(`#${slot}`, files);
  await isSettled(page);
}

/** Drops files on a part of the page, all at once, and waits for what comes of it. */
export async function drop(page: Page, on: string, ...files: FileToGive[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
  await page.evaluate(`(${DROP})(document.querySelector(${JSON.stringify(on)}), ${JSON.stringify(contents)})`);
  await isSettled(page);
}

/** Presses the button and waits for what comes of it. */
export async function pressCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check seal', exact: true }).click();
  await isSettled(page);
}

/** The sentence of the result. */
export function sentenceOf(page: Page): Promise<string> {
  return page.locator('.result .sentence').innerText();
}

/** The names of the checks that failed. */
export async function failedChecks(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('[data-status="failed"]')].map((item) => item.dataset.check)`,
  ) as Promise<string[]>;
}

/** What on the page is green: text, lines, areas and drawings, whether or not they are in sight. */
export function greenParts(page: Page): Promise<string[]> {
  return page.evaluate(GREEN_PARTS) as Promise<string[]>;
}

async function isSettled(page: Page): Promise<void> {
  await page.locator('.result:not([data-tone="open"]), .result[data-result], .result:has-text("missing")').waitFor();
}

/** In the page, where this project has no types for a document. A colour is green when green is clearly the most of it. */
const GREEN_PARTS = `[...document.querySelectorAll('body, body *')].flatMap((part) => {
  const style = getComputedStyle(part);
  const names = ['color', 'background-color', 'border-top-color', 'border-left-color', 'outline-color', 'fill', 'stroke'];
  return names.filter((name) => {
    const [red, green, blue, alpha = 1] = (style.getPropertyValue(name).match(/[\\d.]+/g) ?? []).map(Number);
    return alpha > 0 && green > red * 1.15 && green > blue * 1.15;
  }).map((name) => part.tagName + ' ' + name);
})`;

const DROP = `(element, contents) => {
  const dataTransfer = new DataTransfer();
  for (const { name, base64 } of contents) {
    dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
  }
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}`;
