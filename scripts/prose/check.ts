import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXCEPTIONS, withoutExceptions } from './exceptions.ts';
import { passagesOf } from './passages.ts';
import { type Finding, findingsIn } from './rules.ts';

/** Checks the prose of the project: `npm run check:prose`. `--list PATH` checks only files below a path. */
const CACHE = 'node_modules/.cache/prose.json';
const NOT_OURS =
  /generated|^docs\/messages\.md$|^src\/migrations\/|^test\/|^schema\/(released|operations)|^scripts\/prose\/(?:dictionary|exceptions|rules)\.ts$/;

const files = execFileSync(
  'git',
  // New files that aren't committed yet count as well.
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
    '*.md',
    'schema/schema.graphql',
    'schema/openapi.json',
  ],
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
)
  .split('\n')
  .filter((file) => file !== '' && !NOT_OURS.test(file));

const { open, unused } = withoutExceptions(files.flatMap(cached(findingsInFile)), EXCEPTIONS);
const [option, folder] = process.argv.slice(2);
const shown = option === '--list' ? open.filter(({ file }) => file.startsWith(folder ?? '')) : open;
for (const { file, line, rule, message } of shown) console.error(`${file}:${line} ${rule} ${message}`);
if (option !== '--list') {
  for (const text of unused) console.error(`Remove this exception from scripts/prose/exceptions.ts: ${text}`);
  if (unused.length > 0) process.exitCode = 1;
}
if (shown.length > 0) process.exitCode = 1;
console.log(`Prose: ${files.length} files, ${shown.length} findings.`);

function findingsInFile(file: string, source: string): Finding[] {
  return passagesOf(file, source).flatMap((passage) => findingsIn(passage));
}

/** Caches the findings of each file, by the path and content of the file and the content of the scripts in this folder. */
function cached(find: (file: string, source: string) => Finding[]): (file: string) => Finding[] {
  const folder = import.meta.dirname;
  const rules = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const version = digest(rules.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\0'));
  let known: Record<string, Finding[]> = {};
  try {
    known = JSON.parse(readFileSync(CACHE, 'utf8')) as Record<string, Finding[]>;
  } catch {
    // No cache yet, or a damaged one: everything is checked.
  }
  const used: Record<string, Finding[]> = {};
  process.once('exit', () => {
    mkdirSync(path.dirname(CACHE), { recursive: true });
    writeFileSync(CACHE, JSON.stringify(used));
  });
  return (file) => {
    const source = readFileSync(file, 'utf8');
    const key = digest(`${version}\0${file}\0${source}`);
    used[key] = known[key] ?? find(file, source);
    return used[key];
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
