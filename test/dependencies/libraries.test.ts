import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installedPackages } from '../../scripts/dependencies/installed-packages.ts';
import { LIBRARIES } from '../../scripts/dependencies/libraries.ts';
import { OWN_PARTS } from '../../scripts/dependencies/own-parts.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';

test('every production dependency is described, and nothing else is', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'));

  expect(Object.keys(LIBRARIES).sort()).toEqual(Object.keys(dependencies).sort());
});

test('every production dependency has a pinned version, a licence and a size', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'));

  for (const { name, version, licence, bytes, bytesWithDependencies } of installedPackages()) {
    expect(dependencies[name]).toBe(version);
    expect(licence).toMatch(/^(?:MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause)$/);
    expect(bytes).toBeGreaterThan(0);
    expect(bytesWithDependencies).toBeGreaterThanOrEqual(bytes);
  }
});

test('the last release of a library is a day that has been', () => {
  for (const { lastRelease } of Object.values(LIBRARIES)) {
    expect(new Date(lastRelease).toISOString().slice(0, 10)).toBe(lastRelease);
    expect(Date.parse(lastRelease)).toBeLessThan(Date.now());
  }
});

test('decision 72 gives the reason for each part that refers to it', () => {
  const decision = 'decisions/0072-keep-parts-although-a-library-exists.md';
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs', decision), 'utf8');

  for (const part of OWN_PARTS) if (part.decision === decision) expect(text).toContain(`- **${part.name}.**`);
});
