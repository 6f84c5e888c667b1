import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { SECRETS } from '../cli/doctor.ts';
import { SYSTEM_POSTGRES_BIN } from '../support/debian-postgres.ts';
import { buildProgram } from '../support/service-process.ts';

/** The shell commands under a heading of a document, one text for each block. */
export function commandsUnder(page: string, heading: string): string[] {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs', page), 'utf8');
  const [, section] = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#+ )`, 'm').exec(`${text}\n# End\n`) ?? [];
  if (section === undefined) throw new Error(`${page} has no heading ${heading}.`);
  return [...section.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block]) => block!.replace(/^\$ /gm, ''));
}

/** Runs commands as a script that stops at the first one that fails. `imprimatur` is the program built from the sources. */
export async function runScript(
  commands: string,
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<{ code: number | null; output: string }> {
  const program = path.join(folder, 'imprimatur');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${await buildProgram()}' "$@"\n`);
  chmodSync(program, 0o755);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${folder}:${SYSTEM_POSTGRES_BIN}:${process.env.PATH}`,
      LC_ALL: 'C.UTF-8',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      PORT: '0',
      ...SECRETS,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
