import type { CompilableFields } from '../platform/graphql/compilable-field.ts';
import { isoTime, Projection } from '../platform/graphql/projection.ts';
import { compilableRow } from '../platform/graphql/row-projection.ts';
import { FILE_NAMES } from '../proof/verify-instructions.ts';
import { linkSql, sealFileUrl, sealUrl } from './seal.links.ts';

/**
 * The reads of seals that PostgreSQL answers by itself. `statusHistory` is a list of its own, which needs its resolver.
 * @param asset of an asset, to which its newest seal is added.
 */
export function sealReads(publicUrl: string, asset: Projection): CompilableFields {
  const disclaimer = new Projection({
    typeName: 'Disclaimer',
    row: 'disclaimer',
    fields: {
      id: 'disclaimer.id',
      language: 'disclaimer.language',
      version: 'disclaimer.version',
      text: 'disclaimer.text',
      sha256: 'disclaimer.sha256',
      publishedAt: isoTime('disclaimer.published_at'),
    },
  });
  const seal = new Projection({
    typeName: 'Seal',
    row: 'seal',
    fields: {
      id: 'seal.id',
      subject: 'seal.subject',
      sha256: 'seal.sha256',
      byteLength: 'seal.byte_length',
      mediaType: 'seal.media_type',
      status: 'seal.status',
      submitter: 'seal.submitter',
      isPrivate: 'seal.is_private',
      keyId: 'seal.key_id',
      logIndex: 'seal.log_index',
      sealedAt: isoTime('seal.sealed_at'),
      bytesPurgedAt: isoTime('seal.bytes_purged_at'),
      verificationUrl: linkSql((id) => sealUrl(publicUrl, id)),
      bundleUrl: linkSql((id) => sealFileUrl(publicUrl, id, FILE_NAMES.bundle)),
      disclaimer: {
        object: disclaimer,
        rows: 'select * from disclaimer where disclaimer.id = seal.disclaimer_id',
      },
      asset: { object: asset, rows: 'select * from asset where asset.id = seal.asset_id' },
    },
  });
  seal.extend('supersededBy', {
    object: seal,
    rows: 'select later.* from seal later where later.id = seal.superseded_by',
  });
  asset.extend('seal', {
    object: seal,
    // Walks the index on (asset_id, id) one step: an asset with a thousand seals costs what one with a single seal does.
    rows: 'select * from seal where seal.asset_id = asset.id order by seal.id desc limit 1',
  });
  return {
    seal: compilableRow(seal, ({ id }: { id: string }) => ({ conditions: ['seal.id = $1'], values: [id] })),
  };
}
