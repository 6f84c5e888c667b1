import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { statementsIn } from './statements.ts';

/** Refuses SQL statements outside `*.sql.ts` and the migrations: `npm run check:sql`. */
const MOST_SHOWN = 100;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts', 'src/*.tsx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter(Boolean);
const statements = files.flatMap((file) => statementsIn(file, readFileSync(file, 'utf8')));
for (const { file, line, text } of statements) console.error(`${file}:${line}: ${text.slice(0, MOST_SHOWN)}`);
if (statements.length > 0) {
  console.error(
    `${statements.length} SQL statements outside *.sql.ts. Move each into a function of its feature's *.sql.ts.`,
  );
  process.exitCode = 1;
}
