import type { Command } from '../platform/command-line/command.ts';

const COLUMN = 33;

/** How the program is used: commands with settings first, then those that need nothing but what they are given. */
export function usage(commands: readonly Command[]): string {
  const [ofService, offline] = [false, true].map((isOffline) => commands.filter((one) => one.isOffline === isOffline));
  return `imprimatur <command>

${ofService!.map(rows).join('')}
${offline!.map(rows).join('')}
  help <command>, or <command> --help, shows examples; --version says which one this is.
Those above the line take their settings from the environment; see the README. Exit codes of verify, audit: docs/seals.md; of integrity, doctor: docs/operations.md.
`;
}

/** How one command is used, with examples. */
export function usageOf(command: Command): string {
  const [[typed, meaning], ...options] = command.usage as [Command['usage'][number], ...Command['usage']];
  return `imprimatur ${typed}

  ${meaning}
${options.length > 0 ? `\n${options.map(row).join('')}` : ''}
${command.examples.map((example, at) => `${at === 0 ? 'For example:  ' : '              '}imprimatur ${example}\n`).join('')}
All commands: imprimatur help. How each is typed: imprimatur <command> --help.
`;
}

function rows({ usage }: Command): string {
  return usage.map(([typed, meaning], at) => row([`${at === 0 ? '' : '  '}${typed}`, meaning])).join('');
}

function row([typed, meaning]: Command['usage'][number]): string {
  return `${`  ${typed}`.padEnd(COLUMN)}  ${meaning}`.trimEnd().concat('\n');
}
