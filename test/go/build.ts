import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Compiles a program of this folder into the given one; gives its path. With Debian's golang-go and golang-golang-x-mod-dev;
 * without them this fails: a check by others that is skipped is none.
 */
export async function goProgram(name: string, folder: string): Promise<string> {
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOFLAGS: '',
    CGO_ENABLED: '0',
    GOCACHE: join(folder, 'cache'),
  };
  const program = join(folder, name);
  await run('go', ['build', '-o', program, join(import.meta.dirname, `${name}.go`)], { env });
  return program;
}
