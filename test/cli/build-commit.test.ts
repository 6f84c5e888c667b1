import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commitOf } from '../../scripts/build-commit.ts';
import { commitLabel, commitWords } from '../../src/platform/program/release.ts';
import { Folder } from '../support/command.ts';

const HASH = 'c'.repeat(40);

function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', folder, ...who, ...args], { encoding: 'utf8' }).trim();
}

/** A repository with a source and a commit. */
function repository(folder: Folder): string {
  mkdirSync(folder.file('src'));
  writeFileSync(folder.file('src/main.ts'), 'one');
  git(folder.path, 'init', '--quiet');
  git(folder.path, 'add', '.');
  git(folder.path, 'commit', '--quiet', '-m', 'one');
  return git(folder.path, 'rev-parse', 'HEAD');
}

test('a build names the commit of its repository, and says when its sources were changed', () => {
  using folder = new Folder();
  const commit = repository(folder);

  writeFileSync(folder.file('a note'), 'no source');
  expect(commitOf({ COMMIT: HASH }, folder.path)).toEqual({ commit, isChanged: false });

  writeFileSync(folder.file('src/new.ts'), 'a new source');
  expect(commitOf({}, folder.path)).toEqual({ commit, isChanged: true });
});

test('without a repository of its own it is the commit that COMMIT names, or unknown', () => {
  using folder = new Folder();
  expect(commitOf({}, folder.path)).toEqual({ commit: null, isChanged: null });
  expect(commitOf({ COMMIT: ` ${HASH}\n` }, folder.path)).toEqual({ commit: HASH, isChanged: null });
  expect(commitOf({ COMMIT: '' }, folder.path)).toEqual({ commit: null, isChanged: null });
  for (const wrong of ['main', 'abc', HASH.slice(1), `${HASH}'`]) {
    expect(() => commitOf({ COMMIT: wrong }, folder.path), wrong).toThrow('not the full hash of a commit');
  }
});

test('the repository that the folder happens to lie in says nothing', () => {
  using folder = new Folder();
  repository(folder);
  mkdirSync(folder.file('src/unpacked'));

  expect(commitOf({}, folder.file('src/unpacked'))).toEqual({ commit: null, isChanged: null });
});

test('what is not known is said to be unknown', () => {
  expect(commitWords({ commit: null, isChanged: null })).toBe('commit unknown');
  expect(commitWords({ commit: HASH, isChanged: null })).toBe(`commit ${HASH}`);
  expect(commitWords({ commit: HASH, isChanged: true })).toBe(`commit ${HASH} with changes`);
  expect(commitLabel({ commit: null, isChanged: null })).toBe('unknown');
  expect(commitLabel({ commit: HASH, isChanged: false })).toBe(HASH);
  expect(commitLabel({ commit: HASH, isChanged: true })).toBe(`${HASH}+changes`);
});
