import type { Command } from '../platform/command-line/command.ts';

const COLUMN = 33;

/** How the program is used: commands with settings first, then those that need nothing but what they are given. */
export function usage(commands: readonly Command[]): string {
  const [ofService, offline] = [false, true].map((isOffline) => commands.filter((one) => one.isOffline === isOffline));
  return `imprimatur <command>

${ofService!.map(rows).join('')}
${offline!.map(rows).join('')}
Those above the line take their settings from the environment; see the README. Exit codes of verify, audit: docs/seals.md; of integrity: docs/operations.md.
`;
}

function rows({ usage }: Command): string {
  return usage
    .map(([typed, meaning], at) => `${`${at === 0 ? '  ' : '    '}${typed}`.padEnd(COLUMN)}  ${meaning}`.trimEnd())
    .map((row) => `${row}\n`)
    .join('');
}
