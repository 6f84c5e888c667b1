import { defineFeature } from '../../../src/feature.ts';
import { sql } from '../../../src/platform/database/database.ts';
import { updateOf } from '../../../src/platform/database/table-privileges.ts';
import { listener } from '../../../src/platform/events/outbox.ts';
import { integration, type SettingsApi } from '../../../src/settings/index.ts';
import { noteCheck } from './note.check.ts';
import { noteConfig } from './note.config.ts';
import { Note } from './note.entity.ts';
import { noteMetrics } from './note.metrics.ts';
import { noteMounts } from './note.mounts.ts';
import { noteNames } from './note.names.ts';
import { notePages } from './note.reads.ts';
import { NoteResolver } from './note.resolver.ts';
import { noteRoutes } from './note.routes.ts';
import { fileNote, NoteService } from './note.service.ts';
import { notesPerMinute } from './note.settings.ts';

/** Notes: an example of everything that a feature can contribute. */
export const notes = defineFeature({
  name: 'notes',
  names: noteNames,
  entities: [Note],
  tablePrivileges: { note: ['INSERT', updateOf('filed_for'), 'DELETE'] },
  config: noteConfig,
  settings: [notesPerMinute],
  compose({ config, database, limits, live, publicUrl, queue }, { settings }: { settings: SettingsApi }) {
    const { maxLength } = config.of(noteConfig);
    const service = new NoteService({ queue, limits, settings, maxLength });
    const resolver = new NoteResolver(service, live);
    const heard: string[] = [];
    const state = { hasLooked: false, isAwake: false, isClosed: false };
    return {
      api: { service, heard, state },
      contributions: {
        // Read by the image bank when it erases pictures: notes that name one are deleted too.
        pictureErasures: {
          async notes({ em }, pictures) {
            await sql(em, 'delete from note where text = any($1)', [pictures.map(({ assetId }) => assetId)]);
          },
        },
      },
      resolvers: [resolver],
      nodes: { note: (ctx, id) => resolver.find(ctx, id) },
      reads: { notes: notePages.compilable },
      routes: noteRoutes,
      mounts: noteMounts,
      jobs: [fileNote],
      listeners: [
        listener({
          name: 'hear-notes',
          type: 'note.written',
          async handle(events) {
            heard.push(...events.map(({ payload }) => payload.noteId));
          },
        }),
      ],
      probes: [{ name: 'notes', required: false, probe: () => database.probe() }],
      metrics: noteMetrics,
      checks: [noteCheck],
      authenticators: [
        {
          // A key in its own header: a credential needn't be a bearer token.
          authenticate: async ({ request }) =>
            request.headers['x-note-key'] === 'for the fixture only' ? integration('note-taker') : null,
        },
      ],
      upkeep: {
        'empty notes thrown away': async ({ em }) =>
          (await sql(em, `delete from note where text = '' returning id`)).length,
      },
      atStart: async () => {
        state.hasLooked = true;
      },
      background: [
        {
          recorded: 'nowhere: it changes nothing',
          start() {
            state.isAwake = true;
          },
          async stop() {
            state.isAwake = false;
          },
        },
      ],
      demo: {
        async create(ctx) {
          await service.write(ctx, 'The first note');
        },
        startupHints: () => [{ title: 'Notes', at: `${publicUrl}/notes` }],
      },
      startupHints: [{ title: 'Notes', at: 'there are none yet' }],
      async close() {
        state.isClosed = true;
      },
    };
  },
});
