import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { forEveryone, type NodeReadsByKind } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { Projection } from '../platform/graphql/reads/projection.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { FILE_NAMES } from '../proof/file-names.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import { Seal } from './seal.entity.ts';
import type { SealsArgs } from './seal.inputs.ts';
import { linkSql, sealFileUrl, sealUrl } from './seal.links.ts';

export interface SealReads {
  pages: PageProjection<SealsArgs, { id: string }>;
  compilable: CompilableFields;
  nodes: NodeReadsByKind;
}

/**
 * Fields of seals that PostgreSQL answers directly. `statusHistory` needs its resolver, because it is a list.
 * @param asset projection of assets, which gets a field for the newest seal
 * @param render projection of renders, which gets a field for the newest seal of the rendered asset
 */
export function sealReads(publicUrl: string, asset: Projection, render: Projection): SealReads {
  const disclaimer = entityProjection(Disclaimer);
  const seal = entityProjection(Seal, {
    fields: {
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
    // Finds the seal in one step in the index on (asset_id, id), no matter how many seals the asset has.
    rows: 'select * from seal where seal.asset_id = asset.id order by seal.id desc limit 1',
  });
  render.extend('seal', {
    object: seal,
    rows: 'select * from seal where seal.asset_id = render.asset_id order by seal.id desc limit 1',
  });
  const pages = new PageProjection<SealsArgs, { id: string }>({
    typeName: 'SealConnection',
    node: seal,
    ids: 'seal',
    mayLag: true,
    orders: { SEALED_AT: { sql: 'seal.sealed_at', type: 'time' } },
    filter({ filter }) {
      const { subject, status, sha256, keyId, sealedAfter, sealedBefore } = filter ?? {};
      return new RowConditions()
        .oneOf('seal.subject', subject)
        .oneOf('seal.status', status)
        .oneOf('seal.sha256', sha256)
        .oneOf('seal.key_id', keyId)
        .between('seal.sealed_at', ['sealedAfter', 'sealedBefore'], [sealedAfter, sealedBefore]);
    },
  });
  return {
    pages,
    nodes: {
      seal: { projection: seal, visible: forEveryone },
      disclaimer: { projection: disclaimer, visible: forEveryone },
    },
    compilable: {
      seals: pages.compilable,
      seal: compilableRow(seal, ({ id }: { id: string }) => ({ conditions: ['seal.id = $1'], values: [id] })),
    },
  };
}
