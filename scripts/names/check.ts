import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { problemsIn } from './problems.ts';
import { EXCEPTIONS } from './rules.ts';

/** Checks the names of types and files in `src`: `npm run check:names`. Generated code and migrations are left out. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts', 'src/*.tsx'], {
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => file !== '' && !/\/generated\/|^src\/migrations\//.test(file));

const problems = problemsIn(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])), EXCEPTIONS);
for (const problem of problems) console.error(problem);
console.log(`Names: ${files.length} files, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
