import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCommands } from '../../src/cli/commands.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { commitWords } from '../../src/platform/program/release.ts';
import { VERSION } from '../../src/platform/program/version.ts';
import { imprimaturInTurn } from '../support/command.ts';
import { buildProgram } from '../support/service-process.ts';

test.each([[[]], [['--help']], [['-h']], [['help']]])(
  '`imprimatur %j` shows every command, and starts nothing',
  async (args) => {
    const { code, stdout, stderr } = await imprimaturInTurn(args);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name } of await findCommands()) expect(stdout).toContain(`\n  ${name}`);
  },
);

test.each([[['--version']], [['-v']]])('`imprimatur %j` says which one it is', async (args) => {
  const { code, stdout } = await imprimaturInTurn(args);

  expect(code).toBe(0);
  const built = JSON.parse(readFileSync(path.join(path.dirname(await buildProgram()), 'commit.json'), 'utf8'));
  expect(stdout).toBe(`imprimatur ${VERSION} (${commitWords(built)}), Node ${process.versions.node}\n`);
});

test('whoever reads along may have read enough, and the exit code says so', async () => {
  const program = await buildProgram();
  // Closed before the first byte comes.
  const typed = '"$0" "$1" --help | true; exit "$PIPESTATUS"';

  const { status, stderr } = spawnSync('bash', ['-c', typed, process.execPath, program], { encoding: 'utf8' });

  expect({ status, stderr }).toEqual({ status: 141, stderr: '' });
});

test('each command shows how it is typed, with an example of its own', async () => {
  for (const { name, usage } of await findCommands()) {
    for (const args of [
      [name, '--help'],
      ['help', name],
    ]) {
      const { code, stdout, stderr } = await imprimaturInTurn(args);

      expect({ code, stderr }, name).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`imprimatur ${usage[0]![0]}`);
      for (const [typed] of usage.slice(1)) expect(stdout).toContain(typed);
      expect(stdout).toMatch(new RegExp(`For example: +imprimatur ${name}`));
    }
  }
});

describe('a mistake', () => {
  test.each([
    [['dcotor'], 'There is no command dcotor. Did you mean: imprimatur doctor'],
    [['verfiy', 'a.txt'], 'There is no command verfiy. Did you mean: imprimatur verify'],
    [['dance'], 'There is no command dance.'],
    [['--verison'], 'There is no option --verison. Did you mean: imprimatur --version'],
    [['--no-worker'], '--no-worker is an option of a command: imprimatur start --no-worker'],
    [['start', '--no-wroker'], 'There is no option --no-wroker. Did you mean --no-worker?'],
    [['start', 'twice'], 'start takes no name. Remove twice.'],
    [['start', '--worker=yes'], "--worker doesn't take a value."],
    [['integrity', '--repiar'], 'There is no option --repiar. Did you mean --repair?'],
    [['integrity', '--for'], '--for needs a value.'],
    [['integrity', '--for', '--json'], '--for needs a value.'],
    [['integrity', '-r'], 'There is no option -r.'],
    [['partner-token'], 'The command partner-token needs exactly one NAME.'],
    [['partner-token', 'Agency', 'North'], 'partner-token takes one NAME. Remove North.'],
    [['partner-token', 'Agency', '--days', 'seven'], '--days takes a whole number of days, at least 1.'],
    [['customer-key'], 'The command customer-key needs exactly one NAME.'],
    [['customer-key', 'Lakeside', '--plan', 'gold'], '--plan takes one of BASE, PRO, ENTERPRISE.'],
    [['customer-key', 'Lakeside', '--days', '0'], '--days takes a whole number of days, at least 1.'],
  ])('`imprimatur %j` is named', async (args, sentence) => {
    const { code, stdout, stderr } = await imprimaturInTurn(args);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${sentence.replace(/[.?]/g, '\\$&')}`));
    if ((await findCommands()).some(({ name }) => name === args[0])) expect(stderr).toContain(`imprimatur ${args[0]}`);
  });

  test('is repeated with nothing in it that a terminal would act on', async () => {
    const { stderr } = await imprimaturInTurn(['start', '--\u001b[2J']);

    expect(stderr).toContain('There is no option --\\u{1b}[2J.');
  });
});

/** Pages of the documentation that show commands. */
const DOCUMENTS = [
  'administration',
  'backup',
  'database',
  'limits',
  'log-audit',
  'log-export',
  'monitoring',
  'operations',
  'rest-api',
  'seal-keys',
  'seals',
  'storage',
  'troubleshooting',
  'upgrades',
];

test('every command that the documentation shows is typed as it has to be', async () => {
  const commands = await findCommands();
  const shown = ['README.md', ...DOCUMENTS.map((name) => `docs/${name}.md`)]
    .map((file) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8'))
    .concat(commands.flatMap(({ examples }) => examples.map((example) => `\`imprimatur ${example}\``)))
    .flatMap((text) => commandsIn(text));

  expect(shown.length).toBeGreaterThan(25);
  for (const words of shown.map((words) => (words[0] === 'help' ? words.slice(1) : words))) {
    const known = commands.find(({ name }) => name === words[0]);
    expect(known?.name, words.join(' ')).toBe(words[0]);
    expect(() => known!.assertTyped(words.slice(1)), words.join(' ')).not.toThrow();
  }
});

/** What is typed after the program's name: in blocks of shell or cron, and between backticks where it has words of its own. */
function commandsIn(text: string): string[][] {
  const blocks = [...text.matchAll(/^```(?:bash|cron|ini)(?: example)?\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!.split('\n'),
  );
  const inline = [...text.matchAll(/`(imprimatur [a-z-]+ [^`\n]+)`/g)].map(([, typed]) => typed!);
  return [...blocks, ...inline].flatMap((line) => {
    const typed = /(?:^|[\s/])imprimatur (?:-- )?([a-z][a-z-]+(?: .*)?)$/.exec(line.replace(/\s+#.*$/, ''))?.[1];
    if (!typed || /^[a-z-]+ (is|has|was)\b/.test(typed)) return [];
    const command = typed.split(/\s(?:\||\|\||&&|>|<|2>)/)[0]!;
    return [
      [...command.matchAll(/"\$\([^)]*\)"|"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([all, double, single, plain]) => double ?? single ?? plain ?? all,
      ),
    ];
  });
}
