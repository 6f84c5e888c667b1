import { readFileSync } from 'node:fs';
import { createAssetWithFormData, getAsset, graphqlWithFormData, graphqlWithJson } from './generated/client.js';
import { GetAssetResponse, GraphqlResponse } from './generated/schemas.js';
import { work } from './work.js';

const options = { headers: { Authorization: `Bearer ${work.token}` } };
const file = new Blob([readFileSync('picture.png')], { type: 'image/png' });

const viewer = await graphqlWithJson({ query: '{ viewer { actor } }' }, options);
if (viewer.status !== 200) throw new Error(`The query was answered with ${viewer.status}.`);

const query = `mutation ($input: CreateAssetInput!) {
  createAsset(input: $input) { ... on CreatedAsset { asset { id } } }
}`;
const uploaded = await graphqlWithFormData(
  {
    operations: JSON.stringify({ query, variables: { input: { title: 'Uploaded', file: null } } }),
    map: '{"file0": ["variables.input.file"]}',
    file0: file,
  },
  options,
);
if (uploaded.status !== 200) throw new Error(`The upload was answered with ${JSON.stringify(uploaded.data)}.`);
const { createAsset } = uploaded.data.data as { createAsset: { asset: { id: string } } };
const { id } = createAsset.asset;

const asset = await getAsset(id, options);
if (asset.status !== 200) throw new Error(`The picture was answered with ${asset.status}.`);

const again = await createAssetWithFormData({ file }, options);
if (again.status !== 200) throw new Error(`The same picture was answered with ${again.status}.`);

const all = {
  id,
  ...GraphqlResponse.parse(viewer.data).data,
  title: GetAssetResponse.parse(asset.data).asset.title,
  duplicateOf: again.data.duplicateOf,
};
process.stdout.write(JSON.stringify(all));
