import { entityProjection } from '../../../src/platform/graphql/reads/entity-projection.ts';
import { PageProjection } from '../../../src/platform/graphql/reads/page-projection.ts';
import { Note } from './note.entity.ts';
import type { NotesArgs } from './note.inputs.ts';

const note = entityProjection(Note);

/** Notes, newest first. PostgreSQL builds the whole answer. */
export const notePages = new PageProjection<NotesArgs, { id: string }>({
  typeName: 'NoteConnection',
  node: note,
  ids: 'note',
  orders: { CREATED_AT: 'id', TEXT: { sql: 'lower(note.text)', type: 'text' } },
  createdAt: 'note.created_at',
  filter: () => ({ conditions: [], values: [] }),
});
