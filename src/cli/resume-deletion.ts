import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { readClockNote } from '../platform/deletion/clock-note.sql.ts';
import { holdSentence, resumeDeletion as resume } from '../platform/deletion/deletion-gate.ts';

/** Ends a hold of deletion, for an operator who has checked the clocks. */
export function resumeDeletion(shell: CommandEnvironment): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    const { hold, databaseTime } = await readClockNote(ctx.em);
    const clocks = `It is ${databaseTime.toISOString()} by the clock of the database and ${ctx.clock.now().toISOString()} by that of this machine.`;
    const wasHeld = hold !== null && (await resume(ctx, hold.since));
    process.stdout.write(
      wasHeld
        ? `It was held. ${holdSentence(hold)}\nDeletion goes on now. ${clocks}\n`
        : `Deletion is not held. ${clocks}\n`,
    );
  });
}
