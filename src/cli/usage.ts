import type { Command } from '../platform/command-line/command.ts';

const COLUMN = 33;

/** Text of the help: first the commands that read settings, then offline commands. */
export function usage(commands: readonly Command[]): string {
  const [ofService, offline] = [false, true].map((isOffline) => commands.filter((one) => one.isOffline === isOffline));
  return `imprimatur <command>

Commands that use the settings in the environment (docs/settings.md):
${ofService!.map(rows).join('')}
Commands that work without settings:
${offline!.map(rows).join('')}
  help <command>, or <command> --help, shows examples. --version prints the version.
Exit codes of verify: docs/seals.md; of audit: docs/log-audit.md; of integrity: docs/backup.md; of doctor: docs/operations.md.
`;
}

/** Help text for one command, with examples. */
export function usageOf(command: Command): string {
  const [[typed, meaning], ...options] = command.usage as [Command['usage'][number], ...Command['usage']];
  return `imprimatur ${typed}

  ${meaning}
${options.length > 0 ? `\n${options.map(row).join('')}` : ''}
${command.examples.map((example, at) => `${at === 0 ? 'For example:  ' : '              '}imprimatur ${example}\n`).join('')}
All commands: imprimatur help. One command: imprimatur <command> --help.
`;
}

function rows({ usage }: Command): string {
  return usage.map(([typed, meaning], at) => row([`${at === 0 ? '' : '  '}${typed}`, meaning])).join('');
}

function row([typed, meaning]: Command['usage'][number]): string {
  return `${`  ${typed}`.padEnd(COLUMN)}  ${meaning}`.trimEnd().concat('\n');
}
