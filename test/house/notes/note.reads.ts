import { PageProjection } from '../../../src/platform/graphql/reads/page-projection.ts';
import { isoTime, Projection } from '../../../src/platform/graphql/reads/projection.ts';
import type { NotesArgs } from './note.inputs.ts';

const note = new Projection({
  typeName: 'Note',
  row: 'note',
  fields: { id: 'note.id', text: 'note.text', filedFor: 'note.filed_for', createdAt: isoTime('note.created_at') },
});

/** The list of notes, newest first, which PostgreSQL answers by itself. */
export const notePages = new PageProjection<NotesArgs, { id: string }>({
  typeName: 'NoteConnection',
  node: note,
  ids: 'note',
  orders: { CREATED_AT: 'id', TEXT: { sql: 'lower(note.text)', type: 'text' } },
  createdAt: 'note.created_at',
  filter: () => ({ conditions: [], values: [] }),
});
