import { Field, Int, ObjectType } from 'type-graphql';
import { ownerOf } from '../../../src/platform/auth/principal.ts';
import type { Context } from '../../../src/platform/context.ts';
import { sql } from '../../../src/platform/database/database.ts';
import { publish } from '../../../src/platform/events/outbox.ts';
import { Problem } from '../../../src/platform/graphql/schema/problem.ts';
import type { JobDefinition } from '../../../src/platform/jobs/job-definition.ts';
import type { JobQueue } from '../../../src/platform/jobs/job-queue.ts';
import type { Limit, Limits } from '../../../src/platform/limits/limits.ts';
import type { SettingsApi } from '../../../src/settings/index.ts';
import { Note } from './note.entity.ts';
import { notesPerMinute } from './note.settings.ts';

declare module '../../../src/platform/events/outbox.ts' {
  interface Events {
    'note.written': { noteId: string };
    'note.filed': { noteId: string };
  }
}

@ObjectType({ implements: Problem, description: 'The note is longer than notes may be here. Nothing was kept.' })
export class NoteTooLong extends Problem {
  @Field(() => Int)
  readonly maxLength: number;

  constructor(maxLength: number) {
    super('NOTE_TOO_LONG', `A note has at most ${maxLength} characters.`);
    this.maxLength = maxLength;
  }
}

const FILE_JOB = 'note.file';

export interface NoteServiceOptions {
  queue: JobQueue;
  limits: Limits;
  settings: SettingsApi;
  maxLength: number;
}

export class NoteService {
  readonly #queue: JobQueue;
  readonly #limits: Limits;
  readonly #maxLength: number;
  readonly #written: Limit;

  constructor({ queue, limits, settings, maxLength }: NoteServiceOptions) {
    this.#queue = queue;
    this.#limits = limits;
    this.#maxLength = maxLength;
    this.#written = {
      name: 'notes',
      of: 'notes',
      amount: () => settings.value(notesPerMinute),
      per: 'minute',
      exempt: 'notes:unmetered',
      counted: 'BY_ALL',
    };
  }

  /** Saves a note. The row, its event and the job that files it are written in one transaction. */
  async write(ctx: Context, text: string): Promise<Note | NoteTooLong> {
    if (text.length > this.#maxLength) return new NoteTooLong(this.#maxLength);
    await this.#limits.take(ctx, [this.#written, 1]);
    return ctx.transactional(async (inner) => {
      const note = inner.em.create(Note, { text, writtenBy: ownerOf(ctx.principal), filedFor: null });
      await inner.em.persist(note).flush();
      publish(inner, 'note.written', { noteId: note.id });
      await this.#queue.send(inner, FILE_JOB, { noteId: note.id });
      return note;
    });
  }
}

/** Files a note for its author: a job runs with the principal that sent it. */
export const fileNote: JobDefinition<{ noteId: string }> = {
  name: FILE_JOB,
  recorded: 'the note, which names its author',
  retryLimit: 3,
  expireInSeconds: 60,
  concurrency: 1,
  async handle(ctx, { noteId }) {
    await ctx.transactional(async (inner) => {
      await sql(inner.em, 'update note set filed_for = $2 where id = $1', [noteId, ownerOf(ctx.principal)]);
      publish(inner, 'note.filed', { noteId });
    });
  },
};
