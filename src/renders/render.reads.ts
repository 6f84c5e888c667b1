import { mediaFileProjection } from '../assets/index.ts';
import { askerOf, can, type Principal } from '../platform/auth/principal.ts';
import type { CompilableFields } from '../platform/graphql/compilable-field.ts';
import { documentOf, isoTime, literal, Projection } from '../platform/graphql/projection.ts';
import { compilableRow } from '../platform/graphql/row-projection.ts';
import { FAILURE_MESSAGES } from './render-failure.type.ts';

/** Whose renders somebody sees: one's own, or with the permission everybody's, which is null. */
export function whoseRenders(principal: Principal): string | null {
  return can(principal, 'renders:read-all') ? null : askerOf(principal);
}

/** A picture that was not put into the bank belongs to its render, which has the same columns. */
const PICTURE_COLUMNS = ['id', 'extension', 'media_type', 'byte_size', 'width', 'height', 'sha256'];
const PICTURE = `select ${PICTURE_COLUMNS.map((column) => `asset.${column}`).join(', ')}, true as is_banked from asset where asset.id = render.asset_id
  union all select render.id, render.extension, render.media_type, render.byte_size, render.image_width, render.image_height, render.sha256, false
    where render.asset_id is null and render.sha256 is not null
    and render.extension is not null and render.media_type is not null and render.byte_size > 0
    and render.image_width > 0 and render.image_height > 0`;

const failure = new Projection({
  typeName: 'RenderFailure',
  row: 'render',
  fields: {
    reason: 'render.failure_reason',
    message: `(case render.failure_reason ${Object.entries(FAILURE_MESSAGES)
      .map(([reason, message]) => `when ${literal(reason)} then ${literal(message)}`)
      .join(' ')} end)`,
  },
});

const part = (typeName: string) => documentOf(typeName, ['value', 'isFromBrief', 'words']);
const understood = documentOf('UnderstoodBrief', [], {
  scene: part('UnderstoodScene'),
  light: part('UnderstoodLight'),
  weather: part('UnderstoodWeather'),
  season: part('UnderstoodSeason'),
  style: part('UnderstoodStyle'),
  palette: documentOf('UnderstoodColor', ['name', 'hex', 'words']),
  composition: part('UnderstoodElement'),
  exclusions: documentOf('UnderstoodExclusion', ['means', 'words']),
});

/** The reads of renders that PostgreSQL answers by itself. */
export function renderReads(publicUrl: string, asset: Projection): CompilableFields {
  const render = new Projection({
    typeName: 'Render',
    row: 'render',
    fields: {
      id: 'render.id',
      status: 'render.status',
      version: 'render.version',
      attempts: 'render.attempts',
      retryOfId: 'render.retry_of_id',
      kind: 'render.kind',
      title: 'render.title',
      source: 'render.source',
      prompt: 'render.prompt',
      provider: 'render.provider',
      model: 'render.model',
      runId: 'render.run_id',
      seed: 'render.seed',
      ignoredTerms: 'render.ignored_terms',
      note: 'render.note',
      understood: { object: understood, document: 'render.understood' },
      createdAt: isoTime('render.created_at'),
      completedAt: isoTime('render.completed_at'),
      expiresAt: isoTime('render.expires_at'),
      failure: { object: failure, presence: 'render.failure_reason' },
      file: { object: mediaFileProjection(publicUrl, 'picture', 'picture.is_banked'), rows: PICTURE },
      asset: { object: asset, rows: 'select * from asset where asset.id = render.asset_id' },
    },
  });
  return {
    render: compilableRow(render, ({ id }: { id: string }, { principal }) => {
      const whose = whoseRenders(principal);
      return whose === null
        ? { conditions: ['render.id = $1'], values: [id] }
        : { conditions: ['render.id = $1', 'render.requested_by = $2'], values: [id, whose] };
    }),
  };
}
