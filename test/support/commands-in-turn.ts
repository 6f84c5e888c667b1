// Runs commands of the program, one after the other, in this one process. Its parent sends the words of each and is sent
// what came of it: what was written, and the exit code.
import type { CommandResult } from './command.ts';

class Exit {
  readonly code: number | undefined;

  constructor(code: number | undefined) {
    this.code = code;
  }
}

const program = process.argv[2]!;
const result: CommandResult = { code: 0, stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array) => {
    result[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
}
const exit = process.exit;
process.exit = (code) => {
  throw new Exit(Number(code));
};

let count = 0;
process.on('message', async (args: string[]) => {
  Object.assign(result, { stdout: '', stderr: '' });
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  try {
    // Only the file that reads the words is loaded anew; what it loads is there already.
    await import(`${program}?${count++}`);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    process.exitCode = error.code;
  }
  process.send!({ ...result, code: Number(process.exitCode ?? 0) });
});
process.on('disconnect', () => exit(0));
