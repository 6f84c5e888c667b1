import type { PageArgs } from '../../../src/platform/graphql/connection.ts';
import { PageProjection } from '../../../src/platform/graphql/page-projection.ts';
import { isoTime, Projection } from '../../../src/platform/graphql/projection.ts';

const note = new Projection({
  typeName: 'Note',
  row: 'note',
  fields: { id: 'note.id', text: 'note.text', filedFor: 'note.filed_for', createdAt: isoTime('note.created_at') },
});

/** The list of notes, newest first, which PostgreSQL answers by itself. */
export const notePages = new PageProjection<PageArgs, { id: string }>({
  typeName: 'NoteConnection',
  node: note,
  ids: 'note',
  orders: { CREATED_AT: 'id' },
  filter: () => ({ conditions: [], values: [] }),
});
