import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Runs every snippet of the README and of the operations against the service that listens on port 4000: shell commands as they
 * stand, GraphQL against /graphql with the operator's token, TypeScript with Node. The two commands that install, start and
 * test are what runs this.
 */
const NOT_HERE = /^npm ci && npm (start|test)$|^printf %s SECRET/m;
const pages = [
  ['README.md', /^```(bash|graphql|ts)\n([\s\S]*?)^```/gm],
  // What is GraphQL there is a form to fill in.
  ['docs/operations.md', /^```(bash)\n([\s\S]*?)^```/gm],
] as const;
const snippets = pages.flatMap(([page, pattern]) => [...readFileSync(page, 'utf8').matchAll(pattern)]);
let ran = 0;
for (const [, language, code] of snippets) {
  if (!code || NOT_HERE.test(code)) continue;
  const output =
    language === 'bash' ? runShell(code) : language === 'graphql' ? await runGraphql(code) : runTypeScript(code);
  if (/"ok":false|"errors":|"code":"[A-Z_]+"/.test(output) || output.trim() === '') fail(code, output);
  console.log(`✔ ${code.trim().split('\n')[0]}`);
  ran += 1;
}
if (ran < 8) throw new Error(`Only ${ran} snippets were found in the documentation.`);

function runShell(code: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', code], { encoding: 'utf8' });
  if (status !== 0) fail(code, stdout + stderr);
  return stdout;
}

async function runGraphql(query: string): Promise<string> {
  const answer = await fetch('http://127.0.0.1:4000/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${readFileSync('.data/secrets/admin-token', 'utf8').trim()}`,
    },
    body: JSON.stringify({ query }),
  });
  return answer.text();
}

function runTypeScript(code: string): string {
  const file = 'readme-snippet.ts';
  writeFileSync(file, code);
  try {
    return runShell(`node_modules/.bin/node ${file}`);
  } finally {
    rmSync(file);
  }
}

function fail(code: string, output: string): never {
  console.error(`✖ ${code}\n${output}`);
  process.exit(1);
}
