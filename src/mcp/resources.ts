import type { Permission } from '../platform/registry.ts';
import { GetPublishRequestDocument, GetSealDocument, type TypedDocumentString } from '../rest/generated/graphql.ts';
import { publishRequestView, sealView } from './views.ts';

/** Something that is read by its id. */
export interface Resource<Data = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** With `{id}`. */
  readonly template: string;
  readonly operation: TypedDocumentString<Data, { id: string }>;
  readonly permission?: Permission;
  /** Null where there is none that the caller may see. */
  view(data: Data): object | null;
}

function resource<Data>(row: Resource<Data>): Resource {
  return row as unknown as Resource;
}

export const RESOURCES = [
  resource({
    name: 'seal',
    title: 'A seal',
    description: 'A signed statement about exact bytes, and how it stands.',
    template: 'imprimatur://seals/{id}',
    operation: GetSealDocument,
    view: ({ seal }) => (seal ? sealView(seal) : null),
  }),
  resource({
    name: 'publish-request',
    title: 'A publish request',
    description: 'A wish of yours that something is written outside, and how it stands. Nothing was sent.',
    template: 'imprimatur://publish-requests/{id}',
    operation: GetPublishRequestDocument,
    view: ({ publishRequest }) => (publishRequest ? publishRequestView(publishRequest) : null),
  }),
];
