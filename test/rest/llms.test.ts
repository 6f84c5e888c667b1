import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOperation, templateOf } from '../../src/platform/http/mount.ts';
import { type Api, startApi } from '../support/api.ts';
import { standInSanctuary } from '../support/sanctuary.ts';
import { builtVerifier } from '../support/verifier.ts';

let api: Api;
let text: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'imprimatur-pages-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Built</title>');
  const verifierFolder = await builtVerifier();
  api = await startApi({
    works: false,
    graphiqlFolder: folder,
    restDocsFolder: folder,
    verifierFolder,
    sanctuaryFolder: standInSanctuary(),
  });
  text = await (await api.fetch('/llms.txt')).text();
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

const linksOf = (markdown: string) => [...markdown.matchAll(/^- \[(.+?)\]\((\S+?)\): \S/gm)];

test('begins as llmstxt.org has it: a title, a quotation that says what it is, then lists of links', () => {
  const [title, , quotation] = text.split('\n');

  expect(title).toBe('# Imprimatur');
  expect(quotation).toMatch(/^> \w/);
  expect(text.match(/^## .*/gm)).toEqual(['## Start here', '## Documents', '## REST', '## Optional']);
  for (const line of text.split('\n').filter((one) => one.startsWith('-'))) expect(linksOf(line)).toHaveLength(1);
});

test('names every documented operation, and the operation behind each row of the REST table', () => {
  const { routes } = api.services;

  for (const { path: pattern, docs } of api.mounts.filter(isOperation)) {
    const template = templateOf(pattern);
    for (const { name } of Object.values(docs)) {
      expect(text.includes(`operation/${name})`) || text.includes(`](${api.url}${template})`), template).toBe(true);
    }
  }
  expect(text.match(/In GraphQL: \w+\./g)).toHaveLength(routes.length);
});

test('has links that answer, and those into the reference name an operation of the document', async () => {
  const document = (await api.json('/openapi.json')).body;
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => `#operation/${operationId}`),
  );
  const addresses = linksOf(text).map(([, , address]) => new URL(address!));

  for (const { hash } of addresses.filter((address) => address.hash)) expect(operations).toContain(hash);
  for (const pathname of new Set(addresses.map((address) => address.pathname))) {
    const { status } = await api.fetch(pathname, { headers: { accept: 'text/html, */*;q=0.8' } });
    expect([200, 303], pathname).toContain(status);
  }
});
