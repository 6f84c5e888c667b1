import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { problemsIn } from './problems.ts';
import { EXCEPTIONS } from './rules.ts';

/**
 * Checks the names of types and files in `src`, and of files in `scripts`, `bench` and `schema/operations`: `npm run check:names`.
 * Generated code and migrations are left out.
 */
const PATTERNS = ['src/*.ts', 'src/*.tsx', 'scripts/*.ts', 'bench/*.ts', 'schema/operations/*.graphql'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...PATTERNS], {
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file) && !/\/generated\/|^src\/migrations\//.test(file));

const sources = files.map((file) => [file, file.startsWith('src/') ? readFileSync(file, 'utf8') : ''] as const);
const problems = problemsIn(new Map(sources), EXCEPTIONS);
for (const problem of problems) console.error(problem);
console.log(`Names: ${files.length} files, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
