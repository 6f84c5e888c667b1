import type { Api, Credential, Json } from '../support/api.ts';

const PROBLEM = '... on Problem { code message } ... on InputInvalid { issues { pointer message } }';

const CHANGE = `... on UpdatedAssets { changedCount results { assetId isChanged asset { id status version }
  problem { __typename code message ... on AssetStatusConflict { status } } } }`;

type Move = 'archiveAssets' | 'restoreAssets' | 'trashAssets' | 'quarantineAssets' | 'releaseAssets';

export async function move(
  api: Api,
  mutation: Move,
  ids: readonly string[],
  as: Credential = 'operator',
): Promise<Json> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename ${CHANGE} ${PROBLEM} } }`,
    { variables: { input: { ids } }, as },
  );
  return data?.[mutation] ?? { errors };
}

export async function tag(api: Api, input: object, as: Credential = 'operator'): Promise<Json> {
  const { data, errors } = await api.graphql(
    `mutation ($input: TagAssetsInput!) { tagAssets(input: $input) { __typename
       ... on UpdatedAssets { changedCount results { assetId isChanged asset { tags version }
         problem { __typename code ... on InputInvalid { issues { pointer message } } } } } ${PROBLEM} } }`,
    { variables: { input }, as },
  );
  return data?.tagAssets ?? { errors };
}

const DETAILS = 'id title alt tags licence credit validFrom validUntil version status';

export async function update(
  api: Api,
  { id, ...changes }: { id: string } & Json,
  as: Credential = 'operator',
): Promise<Json> {
  const input = { assetId: id, ...changes };
  const { data, errors } = await api.graphql(
    `mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { __typename
       ... on UpdatedAsset { isChanged asset { ${DETAILS} } }
       ... on AssetConflict { ifVersion version changedBy changedAt asset { ${DETAILS} } differences { field requested current } }
       ${PROBLEM} } }`,
    { variables: { input }, as },
  );
  return data?.updateAsset ?? { errors };
}

export async function assetOf(api: Api, id: string): Promise<Json> {
  const { data } = await api.graphql(`query ($id: ID!) { asset(id: $id) { ${DETAILS} } }`, {
    variables: { id },
    as: 'operator',
  });
  return data.asset;
}

export async function purge(api: Api, ids: readonly string[], as: Credential = 'operator'): Promise<Json> {
  const { data, errors } = await api.graphql(
    `mutation ($input: PurgeAssetsInput!) { purgeAssets(input: $input) { __typename
       ... on PurgedAssets { purgedCount results { assetId purgedAt isNew areBytesGone problem { __typename code message } } }
       ${PROBLEM} } }`,
    { variables: { input: { ids } }, as },
  );
  return data?.purgeAssets ?? { errors };
}

export const trashAndPurge = async (api: Api, id: string): Promise<Json> => {
  await move(api, 'trashAssets', [id]);
  return purge(api, [id]);
};
