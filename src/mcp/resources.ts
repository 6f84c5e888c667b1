import type { Permission } from '../platform/registry.ts';
import {
  GetCaseDocument,
  GetDocumentDocument,
  GetPublishRequestDocument,
  GetSealDocument,
  type TypedDocumentString,
} from '../rest/generated/graphql.ts';
import { publishRequestView, sealView } from './views.ts';

/** An MCP resource that is read by its id. */
export interface Resource<Data = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** URI template with `{id}`. */
  readonly template: string;
  readonly operation: TypedDocumentString<Data, { id: string }>;
  readonly permission?: Permission;
  /** Converts the operation's data to the resource. Null if the resource doesn't exist, or the caller can't read it. */
  view(data: Data): object | null;
}

function resource<Data>(row: Resource<Data>): Resource {
  return row as unknown as Resource;
}

export const RESOURCES = [
  resource({
    name: 'seal',
    title: 'Seal',
    description: 'A signed statement about exact bytes, with its status.',
    template: 'imprimatur://seals/{id}',
    operation: GetSealDocument,
    view: ({ seal }) => (seal ? sealView(seal) : null),
  }),
  resource({
    name: 'publish-request',
    title: 'Publish request',
    description: 'One of your requests to write to an external system, with its status. Nothing was sent.',
    template: 'imprimatur://publish-requests/{id}',
    operation: GetPublishRequestDocument,
    view: ({ publishRequest }) => (publishRequest ? publishRequestView(publishRequest) : null),
  }),
  resource({
    name: 'case',
    title: 'Case',
    description: 'A case that you are a member of, without its documents.',
    template: 'imprimatur://cases/{id}',
    operation: GetCaseDocument,
    view: (data) => data.case,
  }),
  resource({
    name: 'document',
    title: 'Document',
    description: 'A document of a case that you are a member of, with its newest versions, without its text.',
    template: 'imprimatur://documents/{id}',
    operation: GetDocumentDocument,
    view: ({ document }) => document,
  }),
];
