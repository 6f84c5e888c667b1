import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';

/**
 * Runs the snippets of the README and of all documents against the service on port 4000: shell commands as they are, GraphQL at
 * /graphql with the admin token, TypeScript with Node. A snippet with something to fill in is marked `example` after its
 * language; of these, GraphQL is validated against the schema. Commands that install, start or test the project, and one with a
 * placeholder, aren't run here.
 */
const NOT_HERE = /^npm ci && npm (start|test)$|^printf %s SECRET/m;
/** Documents whose snippets run first and in this order, because they build on each other. */
const FIRST = [
  'README.md',
  'docs/rest-api.md',
  'docs/clients.md',
  'docs/seals.md',
  'docs/gateway.md',
  'docs/gateway-v1.md',
  'docs/log-export.md',
];
/** Documents whose snippets are code of the project, which the tests compile. */
const OF_CODE = new Set(['docs/adding-a-feature.md', 'docs/design-system.md']);
const FENCE = /^```(bash|sh|graphql|ts)( example)?\n([\s\S]*?)^```/gm;

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const others = readdirSync('docs')
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
  .sort();
const pages = [...FIRST, ...others.filter((page) => !FIRST.includes(page) && !OF_CODE.has(page))];

let ran = 0;
let checked = 0;
for (const page of pages) {
  for (const [, language, example, code] of readFileSync(page, 'utf8').matchAll(FENCE)) {
    if (!code || NOT_HERE.test(code)) continue;
    if (language === 'graphql') {
      assertValid(page, code);
      checked += 1;
    }
    if (example) continue;
    const output =
      language === 'graphql' ? await runGraphql(code) : language === 'ts' ? runTypeScript(code) : runShell(code);
    if (/"ok":false|"errors":|"code":"[A-Z_]+"/.test(output) || output.trim() === '') fail(page, code, output);
    console.log(`✔ ${page}: ${code.trim().split('\n')[0]}`);
    ran += 1;
  }
}
console.log(`${ran} snippets ran; ${checked} GraphQL documents fit the schema`);
if (ran < 25) throw new Error(`Only ${ran} snippets were found in the documents.`);

function assertValid(page: string, code: string): void {
  const [mistake] = validate(schema, parse(code));
  if (mistake) fail(page, code, mistake.message);
}

function runShell(code: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', code], { encoding: 'utf8' });
  if (status !== 0) fail('a shell snippet', code, stdout + stderr);
  return stdout;
}

async function runGraphql(query: string): Promise<string> {
  const answer = await fetch('http://127.0.0.1:4000/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      // A snippet of the shell can take longer than the service keeps an idle connection.
      Connection: 'close',
      Authorization: `Bearer ${readFileSync('.data/secrets/admin-token', 'utf8').trim()}`,
    },
    body: JSON.stringify({ query }),
  });
  return answer.text();
}

function runTypeScript(code: string): string {
  const file = 'document-snippet.ts';
  writeFileSync(file, code);
  try {
    return runShell(`node_modules/.bin/node ${file}`);
  } finally {
    rmSync(file);
  }
}

function fail(page: string, code: string, output: string): never {
  console.error(`✖ ${page}\n${code}\n${output}`);
  process.exit(1);
}
