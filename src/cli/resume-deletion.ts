import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { readClockNote } from '../platform/deletion/clock-note.sql.ts';
import { holdSentence, resumeDeletion as resume } from '../platform/deletion/deletion-gate.ts';

/** Ends a hold of deletion (set when a clock may be wrong), for an operator who has checked the clocks. */
export function resumeDeletion(shell: CommandEnvironment): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    const { hold, databaseTime } = await readClockNote(ctx.em);
    const clocks = `Database clock: ${databaseTime.toISOString()}. Clock of this machine: ${ctx.clock.now().toISOString()}.`;
    const wasHeld = hold !== null && (await resume(ctx, hold.since));
    process.stdout.write(
      wasHeld
        ? `Deletion was on hold. ${holdSentence(hold)}\nDeletion has resumed. ${clocks}\n`
        : `Deletion is not on hold. ${clocks}\n`,
    );
  });
}
