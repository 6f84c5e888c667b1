import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordService, serviceUrl } from '../../src/cli/running-service.ts';
import { identityOf } from '../../src/platform/database/process-table.ts';

let dataDir: string;
const folders: string[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-running-'));
  folders.push(dataDir);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const settings = (given: { givenPublicUrl?: string; port?: number } = {}) => ({
  dataDir,
  givenPublicUrl: null,
  host: '0.0.0.0',
  port: 4000,
  ...given,
});
const RECORDED = 'http://127.0.0.1:4123';

test('a command prints the address of the service that runs in its data folder', () => {
  recordService({ dataDir }, RECORDED);

  expect(serviceUrl(settings())).toBe(RECORDED);
});

test('PUBLIC_URL wins over the record', () => {
  recordService({ dataDir }, RECORDED);

  expect(serviceUrl(settings({ givenPublicUrl: 'https://bank.example.org' }))).toBe('https://bank.example.org');
});

test('a copy of the data folder does not lead to the service of the original', () => {
  recordService({ dataDir }, RECORDED);
  const copy = `${dataDir}-copy`;
  folders.push(copy);
  cpSync(dataDir, copy, { recursive: true });

  expect(serviceUrl({ ...settings(), dataDir: copy })).toBe('http://127.0.0.1:4000');
});

test('without a record, HOST and PORT decide', () => {
  expect(serviceUrl(settings({ port: 4200 }))).toBe('http://127.0.0.1:4200');
  expect(serviceUrl(settings({ port: 0 }))).toBe('http://127.0.0.1:4000');
});

test.each([
  [
    'of a process that was killed',
    () => ({ process: { ...identityOf(process.pid), startedAt: 'before' }, publicUrl: RECORDED }),
  ],
  ['that is no JSON', () => '{"process":'],
])('a record %s is ignored', (_, record) => {
  const text = record();
  writeFileSync(path.join(dataDir, 'service.json'), typeof text === 'string' ? text : JSON.stringify(text));

  expect(serviceUrl(settings())).toBe('http://127.0.0.1:4000');
});

test('a stop removes its own record, and not that of a process that started later', () => {
  const removeFirst = recordService({ dataDir }, RECORDED);
  const later = { process: { pid: 1, startedAt: identityOf(1).startedAt }, publicUrl: 'http://127.0.0.1:4124' };
  writeFileSync(path.join(dataDir, 'service.json'), JSON.stringify(later));

  removeFirst();
  expect(serviceUrl(settings())).toBe('http://127.0.0.1:4124');

  recordService({ dataDir }, RECORDED)();
  expect(serviceUrl(settings())).toBe('http://127.0.0.1:4000');
});
