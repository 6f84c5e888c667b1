import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Counts, countsOf, differences, placeOf } from './baseline.ts';
import { passagesOf } from './passages.ts';
import { type Finding, findingsIn } from './rules.ts';

/**
 * Checks the prose of the project: `npm run check:prose`.
 * `--update` lowers the baseline to what is found; it never raises it. `--list PATH` prints every finding below a path.
 */
const BASELINE = 'scripts/prose/baseline.json';
/** Findings printed for each rule and folder. */
const MOST_PRINTED = 20;
const CACHE = 'node_modules/.cache/prose.json';
const NOT_OURS =
  /generated|^docs\/messages\.md$|^src\/migrations\/|^test\/|^bench\/|^examples\/|^schema\/(released|operations)|^scripts\/prose\/(?:dictionary|rules)\.ts$/;

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
const findings = files.flatMap(cached(findingsInFile));
const counts = countsOf(findings);
/** By file, the findings of the last commit that were not met again yet. */
const before: Record<string, string[]> = {};

const [option, value] = process.argv.slice(2);
if (option === '--list') {
  for (const finding of findings) if (finding.file.startsWith(value ?? '')) print(finding);
} else {
  compare(JSON.parse(readFileSync(BASELINE, 'utf8')) as Counts, option === '--update');
}

function compare(baseline: Counts, mayUpdate: boolean): void {
  const different = differences(baseline, counts);
  const more = different.filter(({ allowed, found }) => found > allowed);
  for (const { rule, place, allowed, found } of more) {
    console.error(`${place}: ${found} findings of ${rule}; ${allowed} allowed. Fix the new ones:`);
    const here = findings.filter((finding) => finding.rule === rule && placeOf(finding.file) === place);
    const uncommitted = here.filter(isNew);
    for (const finding of (uncommitted.length > 0 ? uncommitted : here).slice(0, MOST_PRINTED)) print(finding);
    if (uncommitted.length === 0 && found > MOST_PRINTED)
      console.error(`  All ${found}: npm run check:prose -- --list ${place}`);
  }
  if (more.length > 0) process.exitCode = 1;
  else if (mayUpdate) writeFileSync(BASELINE, `${JSON.stringify(counts, null, 2)}\n`);
  else if (different.length > 0) {
    console.error(
      'There are fewer findings than the baseline allows. Run npm run check:prose -- --update and commit it.',
    );
    process.exitCode = 1;
  } else {
    const left = Object.entries(counts).map(([rule, places]) => `${rule} ${sum(places)}`);
    console.log(`Prose: nothing new. Left to fix: ${left.join(', ')}.`);
  }
}

/** True if the last commit's version of the file lacks this finding. */
function isNew({ file, rule, message }: Finding): boolean {
  before[file] ??= findingsInFile(file, committed(file)).map((finding) => `${finding.rule} ${finding.message}`);
  const at = before[file].indexOf(`${rule} ${message}`);
  if (at >= 0) before[file].splice(at, 1);
  return at < 0;
}

function committed(file: string): string {
  try {
    return execFileSync('git', ['show', `HEAD:${file}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      // The OpenAPI document has more than Node's usual megabyte.
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    // The file is new, and so are all its findings.
    return '';
  }
}

function findingsInFile(file: string, source: string): Finding[] {
  return passagesOf(file, source).flatMap((passage) => findingsIn(passage));
}

/** Remembers findings by the content of a file and of these rules. */
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

function sum(places: Record<string, number>): number {
  return Object.values(places).reduce((total, count) => total + count, 0);
}

function print({ file, line, rule, message }: Finding): void {
  console.error(`  ${file}:${line} ${rule} ${message}`);
}
