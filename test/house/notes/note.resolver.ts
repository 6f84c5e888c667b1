import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  Field,
  ID,
  Info,
  InputType,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { AccessFor } from '../../../src/platform/auth/access.ts';
import { can } from '../../../src/platform/auth/principal.ts';
import type { Context } from '../../../src/platform/context.ts';
import { connectionOf } from '../../../src/platform/graphql/schema/connection.ts';
import { resultOf } from '../../../src/platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../../../src/platform/graphql/schema/payload.ts';
import { Problem } from '../../../src/platform/graphql/schema/problem.ts';
import { sourceIn } from '../../../src/platform/graphql/schema/subscription-source.ts';
import type { Live } from '../../../src/platform/live/live.ts';
import { Note } from './note.entity.ts';
import { NotesArgs } from './note.inputs.ts';
import { notePages } from './note.reads.ts';
import { type NoteService, NoteTooLong } from './note.service.ts';

const NoteConnection = connectionOf(Note, 'Note');

@InputType()
class WriteNoteInput {
  @Field(() => String)
  text!: string;
}

const WrittenNote = payloadOf('WrittenNote', 'The note was saved.', { note: changed(() => Note) });
const WriteNoteResult = resultOf('WriteNote', WrittenNote, [NoteTooLong]);

@Resolver(() => Note)
export class NoteResolver {
  readonly #notes: NoteService;
  readonly #live: Live;

  constructor(notes: NoteService, live: Live) {
    this.#notes = notes;
    this.#live = live;
  }

  @AccessFor('notes:read')
  @Query(() => NoteConnection, { description: 'All notes, newest first.' })
  notes(@Args(() => NotesArgs) args: NotesArgs, @Ctx() ctx: Context, @Info() info: GraphQLResolveInfo) {
    return notePages.read(ctx, args, info);
  }

  @AccessFor('notes:read')
  @Query(() => Note, { nullable: true, description: 'Null when there is none.' })
  note(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<Note | null> {
    return this.find(ctx, id);
  }

  @AccessFor('notes:write')
  @Mutation(() => WriteNoteResult, { nullable: true, description: 'Save a note.' })
  async writeNote(
    @Arg('input', () => WriteNoteInput) { text }: WriteNoteInput,
    @Ctx() ctx: Context,
  ): Promise<typeof WriteNoteResult> {
    const result = await this.#notes.write(ctx, text);
    return result instanceof Problem ? result : new WrittenNote({ note: result });
  }

  @AccessFor('notes:read')
  @Subscription(() => Note, {
    description: 'The note as it is now, and again when it has changed. Completes when it is filed.',
    subscribe: sourceIn<NoteResolver, { id: string }>(
      () => NoteResolver,
      (resolver, ctx, { id }) => resolver.progress(ctx, id),
    ),
  })
  noteProgress(@Arg('id', () => ID) _id: string, @Root() note: Note): Note {
    return note;
  }

  async *progress(ctx: Context, id: string): AsyncGenerator<Note> {
    for await (const _ of this.#live.watch('note.filed', id, ctx.signal)) {
      const note = await this.find(ctx.fork(), id);
      if (note) yield note;
      if (!note || note.filedFor !== null) return;
    }
  }

  /** For `node`, too. */
  async find({ em, principal }: Context, id: string): Promise<Note | null> {
    return can(principal, 'notes:read') ? em.findOne(Note, id) : null;
  }
}
