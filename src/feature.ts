import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestHandler } from 'express';
import type { Authenticator } from './platform/auth/authenticate.ts';
import type { PrincipalKind } from './platform/auth/principal.ts';
import type { ConfigFragment } from './platform/config/config.ts';
import type { AnySetting } from './platform/config/settings.ts';
import type { StartCheck } from './platform/config/start-check.ts';
import type { Context } from './platform/context.ts';
import type { Contributions } from './platform/contributions.ts';
import type { TablePrivileges } from './platform/database/table-privileges.ts';
import type { EnvelopedColumn } from './platform/encryption/encryption.sql.ts';
import type { EncryptedSample } from './platform/encryption/encryption-canary.ts';
import type { Listener } from './platform/events/outbox.ts';
import type { PublishedEvent } from './platform/events/published-event.ts';
import type { CompilableFields } from './platform/graphql/reads/compilable-field.ts';
import type { NodeReadsByKind } from './platform/graphql/reads/node-projection.ts';
import type { NodeFinder } from './platform/graphql/schema/node-resolver.ts';
import type { ViewerFinder } from './platform/graphql/schema/viewer.ts';
import type { ServiceCapability } from './platform/health/capability.ts';
import type { Diagnosis } from './platform/health/diagnosis.ts';
import type { Probe } from './platform/health/probe.ts';
import type { Mount } from './platform/http/mount.ts';
import type { OwnRequest } from './platform/http/own-requests.ts';
import type { ProblemPage } from './platform/http/problem-json.ts';
import type { AnyJob } from './platform/jobs/job-definition.ts';
import type { Platform } from './platform/platform.ts';
import type { IdKind, RegistryEntries } from './platform/registry.ts';
import type { BlobHolder } from './platform/storage/bytes-check.ts';
import type { Metric } from './platform/telemetry/metric.ts';
import type { IntegrityCheck } from './platform/upkeep/integrity-check.ts';
import type { UpkeepSteps } from './platform/upkeep/upkeep.ts';
import type { Adapter, Route } from './rest/index.ts';

/** Everything a feature contributes to the service. Every part but `api` is optional. */
export interface FeatureParts<Api> {
  /** Functions and objects that later features can use. */
  api: Api;
  /** Data for the platform and for earlier features, by kind, for example the sections that a run shows to approvers. */
  contributions?: Partial<Contributions>;
  /** TypeGraphQL resolvers, as instances. */
  resolvers?: readonly object[];
  /** Finders of nodes by kind of id. A finder returns null for a principal that can't see the node. */
  nodes?: Partial<Record<IdKind, NodeFinder>>;
  /**
   * Functions that read nodes by id with SQL, without loading objects. They must return to a principal exactly what the finders
   * in `nodes` return.
   */
  nodeReads?: NodeReadsByKind;
  /** Resolves `viewer` for each kind of principal that this feature adds. */
  viewers?: Partial<Record<PrincipalKind, ViewerFinder>>;
  /** Fields of the type Query that PostgreSQL can answer without resolvers, by name. */
  reads?: CompilableFields;
  /** Fields of `viewer` that PostgreSQL can answer without resolvers, by name. */
  viewerReads?: CompilableFields;
  /** Routes of the REST API. */
  routes?: readonly Route[];
  /** HTTP endpoints other than GraphQL and REST: pages, files, other protocols. */
  mounts?: readonly Mount[];
  /** The website. At most one feature has a website. */
  website?: Website;
  /** Adapter for a protocol other than GraphQL and REST, such as MCP. The adapter runs stored operations. */
  adapter?: Adapter;
  jobs?: readonly AnyJob[];
  /** Listeners for events. If this is a function, it is called after composition with the published events of all features. */
  listeners?: readonly Listener[] | ((published: readonly PublishedEvent[]) => readonly Listener[]);
  /** Events of this feature that webhooks can deliver. */
  published?: readonly PublishedEvent[];
  /** Dependencies to check for the health report. */
  probes?: readonly Probe[];
  /** Capabilities that this installation can have, each with a check that says whether it is available, or what is missing. */
  capabilities?: readonly ServiceCapability[];
  /** Metrics, measured each time metrics are collected. */
  metrics?: readonly Metric[];
  authenticators?: readonly Authenticator[];
  /**
   * Maintenance steps by name. They run every ten minutes. A step that changed something is recorded in the audit trail unless
   * marked `unaudited`.
   */
  upkeep?: UpkeepSteps;
  /** Called once in each process after the database is connected. If it fails, the error is only logged. */
  atStart?: () => Promise<void>;
  /** Checks that compare the process's settings with the database before work starts. If one fails, the service doesn't start. */
  startChecks?: readonly StartCheck[];
  /** Checks for `imprimatur doctor`, which can run next to the service. */
  diagnoses?: readonly Diagnosis[];
  /** Returns an encrypted value of this feature, to detect a wrong master key. Null if the feature has none. */
  encryptedSample?: (em: EntityManager) => Promise<EncryptedSample | null>;
  /** Work that runs in each worker process. Stopped in the reverse order of its start. */
  background?: readonly BackgroundWork[];
  /** Lists the stored bytes that this feature's rows refer to. */
  blobs?: readonly BlobHolder[];
  /** Invariants of the feature's data, checked by `imprimatur integrity`. */
  checks?: readonly IntegrityCheck[];
  /** Ends requests that wait for an event or result. Called when the process begins to stop. */
  stopWaiting?: () => void;
  /** Releases resources of the feature. Called once, when the process stops. */
  close?: () => Promise<void>;
  /** Requests and work to run before the process accepts traffic, so that the first caller doesn't pay for cold caches. */
  warmUp?: WarmUp;
  /** Example content for a new installation. */
  demo?: DemoContent;
  /** Files with secrets that the first start creates, to show to the operator. */
  secretFiles?: readonly { title: string; file: string }[];
  /** Lines of the start-up message. If this is a function, it is called at each start, once the database is connected. */
  startupHints?: readonly StartupHint[] | ((ctx: Context) => Promise<readonly StartupHint[]>);
}

/** The website: start page, documents and frames of error pages. */
export interface Website {
  /** Renders the page that shows a problem, such as 404, to browsers. */
  problemPage: ProblemPage;
  /** The page at `/graphql`, for browsers. Other requests continue to the next handler. */
  graphqlPage: RequestHandler;
  /** Mounts of the website. They are tried after those of all other features. */
  mounts(served: FeatureMounts): readonly Mount[];
}

/** Mounts and REST routes of the other features, for the website. */
export interface FeatureMounts {
  routes: readonly Route[];
  /** Mounts of the REST routes. */
  rest: readonly Mount[];
  /** Mounts other than those of REST routes and of the website. */
  others: readonly Mount[];
  /** All mounts, including those of the website. Available only after `mounts` of the website has returned. */
  all(): readonly Mount[];
  /** Example pictures for the start page. */
  sampleImages(): Promise<readonly SampleImage[]>;
}

declare module './platform/contributions.ts' {
  interface Contributions {
    /**
     * Functions that find public pictures for the start page, by feature. Called at each view of the page, so they must be cheap.
     */
    sampleImages: Record<string, () => Promise<readonly SampleImage[]>>;
  }
}

/** A picture that the start page shows to all callers, with its brief. */
export interface SampleImage {
  title: string;
  /** Alternative text for readers who can't see the picture. */
  alt: string;
  brief: string;
  /** Path of the picture's files, without a trailing slash: `/media/ast_…`. */
  path: string;
  /** Width in pixels. */
  width: number;
  height: number;
}

export interface WarmUp {
  /**
   * The most frequent requests, to run before the process accepts traffic. They must be read-only and succeed in an empty
   * service.
   */
  requests?: (ctx: Context) => Promise<readonly OwnRequest[]>;
  /** Loads data that would otherwise be loaded on first use. */
  work?: () => Promise<unknown>;
}

export interface BackgroundWork {
  /** Name of the records that contain the changes of this work, which leave no audit entry, e.g. `the runs`. */
  readonly recorded: string;
  start(): Promise<void> | void;
  stop?(): Promise<void>;
}

/** Example content. If creating the content fails, the service starts without it. */
export interface DemoContent {
  /**
   * Creates the example content. Called at each start until it has succeeded once, so that an interrupted start is resumed;
   * never again after that, so that edits and deletions by people stay. Doesn't change existing content.
   */
  create(ctx: Context): Promise<void>;
  /** Lines of the start-up message about the example content, at each start. */
  startupHints(): readonly StartupHint[];
}

/**
 * A line of the start-up message. If a feature and its example content have lines with the same title, that of the example
 * content is shown. An address of this service that doesn't answer is left out.
 */
export interface StartupHint {
  title: string;
  /** A URL, or a sentence that says how to get one. */
  at: string;
}

/**
 * A feature, as listed in `src/features.ts`. `app.ts` loops over that list and names no feature. A new feature is a folder and a
 * line in the list. Its commands are in `commands.ts` of the folder, so that a command doesn't load the whole service.
 */
export interface Feature<Name extends string = string, Needs = never, Api = unknown> {
  /** Name of the feature's folder. */
  name: Name;
  /** Ids, permissions, problems and credentials that the feature registers. */
  names?: Partial<RegistryEntries>;
  entities?: readonly EntityClass[];
  /**
   * Privileges of the service's database account on each table of the feature, in addition to SELECT. Only what the code needs:
   * an insert-only table has INSERT.
   */
  tablePrivileges?: TablePrivileges;
  config?: ConfigFragment<unknown>;
  /** Encrypted columns, which are encrypted again when the master key is replaced. */
  enveloped?: readonly EnvelopedColumn[];
  /**
   * Replaces authentication codes of rows when the master key is replaced, in the transaction of `em`. `previous` is null if the
   * previous key is lost.
   */
  recode?: (em: EntityManager, previous: Buffer | null, next: Buffer) => Promise<void>;
  /** Settings of the feature that can change while the service runs. None of them is also a variable of `config`. */
  settings?: readonly AnySetting[];
  /** Called once per process, after all features that precede this one in the list; `earlier` holds their APIs. */
  compose(platform: Platform, earlier: Needs): FeatureParts<Api> | Promise<FeatureParts<Api>>;
}

export function defineFeature<const Name extends string, Needs, Api>(
  feature: Feature<Name, Needs, Api>,
): Feature<Name, Needs, Api> {
  return feature;
}

// biome-ignore lint/suspicious/noExplicitAny: each feature knows what it needs
export type AnyFeature = Feature<string, any, unknown>;

/**
 * A list of features in which each feature needs only earlier ones. Another order doesn't compile, and the error names the
 * feature that comes too early.
 */
export type InOrder<Features, Known = unknown> = Features extends readonly [
  Feature<infer Name, infer Needs, infer Api>,
  ...infer Later,
]
  ? Known extends Needs
    ? InOrder<Later, Known & Record<Name, Api>>
    : { [Early in `${Name} comes before what it needs`]: never }
  : unknown;

/** Checks the order of a list of features at compile time. */
export function inOrder<const Features extends readonly AnyFeature[]>(
  features: Features & InOrder<Features>,
): Features {
  return features;
}

/** APIs of a list of features, by name. */
export type ApisOf<Features extends readonly AnyFeature[]> = {
  [One in Features[number] as One['name']]: One extends Feature<string, never, infer Api> ? Api : never;
};
