import { afterAll, expect, test } from 'vitest';
import { parseCitationFile } from '../../../src/quotations/index.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { eraseDocument } from '../../documents/support.ts';
import { startApi } from '../../support/api.ts';
import { caseWithLease, LEASE, pageOf, sealOf, sealVersion, verdictOf } from './support.ts';

const api = await startApi();
afterAll(() => api.stop());

test('a version is sealed by its digests, without its name and text', async () => {
  const { as, version } = await caseWithLease(api);

  const { seal } = await sealVersion(api, version.id, as);

  expect(seal).toMatchObject({ subject: 'DOCUMENT_VERSION', status: 'SEALED', submitter: 'CUSTOMER' });
  const bytes = Buffer.from(seal.citationFile);
  const verdict = await verdictOf(api, seal.id, bytes);
  expect(verdict.result).toBe('SAME_BYTES');
  const { id, sha256, byteSize, mediaType, textSha256, textLength, extractor } = version;
  expect(parseCitationFile(bytes)).toEqual({
    kind: 'DOCUMENT_VERSION',
    versions: [{ id, sha256, byteSize, mediaType, textSha256, textLength, extractor }],
  });
  const everything = JSON.stringify(verdict.statement) + seal.citationFile + (await pageOf(api, seal.id));
  expect(everything).not.toContain('secret-lease');
  expect(everything).not.toContain(LEASE.slice(4, 30));
});

test('sealing again returns the first seal, which the version shows', async () => {
  const { as, version } = await caseWithLease(api);
  const { seal } = await sealVersion(api, version.id, as);

  const again = await sealVersion(api, version.id, as);
  const { data } = await api.graphql(`{ node(id: "${version.id}") { ... on DocumentVersion { seal { id } } } }`, {
    as,
  });

  expect(again.seal.id).toBe(seal.id);
  expect(data.node.seal).toEqual({ id: seal.id });
});

test('only readers of the case can seal a version or get the file, and equal bytes of another case have another seal', async () => {
  const { as, version } = await caseWithLease(api);
  const other = await caseWithLease(api);
  const { as: stranger } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
  const { seal } = await sealVersion(api, version.id, as);

  const refused = await sealVersion(api, version.id, stranger);
  const { seal: theirs } = await sealVersion(api, other.version.id, other.as);

  expect(refused).toMatchObject({ __typename: 'NotFound' });
  expect(theirs.id).not.toBe(seal.id);
  expect(other.version.sha256).toBe(version.sha256);
  expect((await sealOf(api, seal.id)).citationFile).toBeNull();
  expect((await sealOf(api, seal.id, stranger)).citationFile).toBeNull();
  expect((await sealOf(api, seal.id, as)).citationFile).toBe(seal.citationFile);
});

test('after an erasure the seal is valid, its page says erased, and the version can’t be sealed anew', async () => {
  const { as, version, documentId } = await caseWithLease(api);
  const unsealed = await caseWithLease(api);
  const { seal } = await sealVersion(api, version.id, as);
  expect(await pageOf(api, seal.id)).not.toContain('data-version="erased"');

  await eraseDocument(api, documentId, as);
  await eraseDocument(api, unsealed.documentId, unsealed.as);

  expect((await verdictOf(api, seal.id, Buffer.from(seal.citationFile))).result).toBe('SAME_BYTES');
  expect(await pageOf(api, seal.id)).toContain('data-version="erased"');
  expect((await sealVersion(api, version.id, as)).seal.id).toBe(seal.id);
  expect(await sealVersion(api, unsealed.version.id, unsealed.as)).toMatchObject({ code: 'CONFLICT' });
});
