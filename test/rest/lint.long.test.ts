import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { type Json, startApi } from '../support/api.ts';

const REDOCLY = path.join(PROJECT_ROOT, 'node_modules/@redocly/cli/bin/cli.js');

/** What Redocly's recommended rules say of a document, warnings as well. */
async function lint(document: string): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'openapi.json'), document);
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'lint', '--extends=recommended', '--format=json', 'openapi.json'],
    {
      cwd: folder,
      maxBuffer: 10_000_000,
      // It would tell its makers that it was run, and ask them for a newer one.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    },
  ).catch((failure) => failure);
  // There are faults that it dies of.
  if (stdout === '') return [stderr];
  const { problems }: Json = JSON.parse(stdout);
  return problems.map(({ severity, ruleId, message, location }: Json) => {
    return `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`;
  });
}

test('Redocly finds nothing to say of the contract as it is served', async () => {
  const api = await startApi();

  const response = await api.fetch('/openapi.json');

  const { paths }: Json = await response.clone().json();
  // What a form has done is told by leading on (RFC 9110, 15.4.4), which is no 2XX, and nothing else of ours does so.
  const leadingOn = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, { responses }]) => responses?.[303] && !Object.keys(responses).some((status) => /^2/.test(status)))
      .map(([method]) => `#/paths/${path.replaceAll('/', '~1')}/${method}/responses`),
  );

  expect(leadingOn.filter((pointer) => !pointer.startsWith('#/paths/~1admin~1'))).toEqual([]);
  expect(await lint(await response.text())).toEqual(
    leadingOn.map(
      (pointer) => `warn operation-2xx-response: Operation must have at least one \`2XX\` response. ${pointer}`,
    ),
  );
});

test('it does of one in which something is wrong', async () => {
  const api = await startApi();
  const { body } = await api.json('/openapi.json');
  const itself = structuredClone(body);
  itself.components.schemas.Problem = { $ref: '#/components/schemas/Problem' };
  delete body.paths['/livez'].get.security;
  body.paths['/log/checkpoint'].get.responses[200].content['text/plain'].example = 7;

  const found = (await lint(JSON.stringify(body))).join('\n');

  expect(found).toMatch(/security-defined/);
  expect(found).toMatch(/no-invalid-media-type-examples/);
  expect(await lint(JSON.stringify(itself))).not.toEqual([]);
});
