import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { ANONYMOUS } from '../../../src/platform/auth/principal.ts';
import { CompiledReads } from '../../../src/platform/graphql/reads/compiled-reads.ts';
import { PageProjection } from '../../../src/platform/graphql/reads/page-projection.ts';
import { isoTime, Projection } from '../../../src/platform/graphql/reads/projection.ts';
import { startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';

const SCHEMA = buildSchema(`
  type Query { notes(first: Int! = 20, after: String): NoteConnection! }
  type NoteConnection { nodes: [Note!]! edges: [NoteEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type NoteEdge { cursor: String! node: Note! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Note { id: ID! text: String! answers: Note withdrawn: Withdrawal writtenAt: String! }
  type Withdrawal { reason: String! }
`);
const TABLE = `create table note (id text primary key, text text not null, answers text, reason text, written_at timestamptz);
  insert into note values ('n1', 'first', null, null, '2026-01-01Z'), ('n2', 'second', 'n1', 'a "slip"', '2026-01-02T03:04:05.6Z');
  grant select on note to public`;

test('a new list is declared in a dozen lines', async () => {
  const { services, database } = await startApi({ works: false });
  await database.query(TABLE);

  const withdrawal = new Projection({ typeName: 'Withdrawal', row: 'note', fields: { reason: 'note.reason' } });
  const note = new Projection({
    typeName: 'Note',
    row: 'note',
    fields: {
      id: 'note.id',
      text: 'note.text',
      withdrawn: { object: withdrawal, presence: 'note.reason' },
      writtenAt: isoTime('note.written_at'),
    },
  });
  note.extend('answers', { object: note, rows: 'select other.* from note other where other.id = note.answers' });
  const notes = new PageProjection({
    typeName: 'NoteConnection',
    node: note,
    ids: 'asset',
    orders: { CREATED_AT: 'id' },
    filter: () => ({ conditions: [], values: [] }),
  });

  const reads = new CompiledReads(
    SCHEMA,
    { reads: { notes: notes.compilable }, compiledMutations: {} },
    { seenOften: 1 },
  );
  const context = contextOn(services.platform.database, ANONYMOUS);
  const data = await reads
    .stored('{ notes { totalCount nodes { id answers { text answers { id } } withdrawn { reason } writtenAt } } }')
    .read({}, context);

  expect(data).toEqual({
    notes: {
      totalCount: 2,
      nodes: [
        {
          id: 'n2',
          answers: { text: 'first', answers: null },
          withdrawn: { reason: 'a "slip"' },
          writtenAt: '2026-01-02T03:04:05.600Z',
        },
        { id: 'n1', answers: null, withdrawn: null, writtenAt: '2026-01-01T00:00:00.000Z' },
      ],
    },
  });
  expect(() => note.extend('answers', 'note.id')).toThrow('The projection of Note already has the field answers.');
});
