import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestHandler } from 'express';
import type { Authenticator } from './platform/auth/authenticate.ts';
import type { PrincipalKind } from './platform/auth/principal.ts';
import type { ConfigFragment } from './platform/config/config.ts';
import type { AnySetting } from './platform/config/settings.ts';
import type { StartCheck } from './platform/config/start-check.ts';
import type { Context } from './platform/context.ts';
import type { EncryptedSample } from './platform/encryption/encryption-canary.ts';
import type { EnvelopedColumn } from './platform/encryption/rewrap.ts';
import type { Listener } from './platform/events/outbox.ts';
import type { PublishedEvent } from './platform/events/published-event.ts';
import type { CompilableFields } from './platform/graphql/reads/compilable-field.ts';
import type { NodeReadsByKind } from './platform/graphql/reads/node-projection.ts';
import type { NodeFinder } from './platform/graphql/schema/node-resolver.ts';
import type { ViewerFinder } from './platform/graphql/schema/viewer.ts';
import type { Facility } from './platform/health/facility.ts';
import type { Probe } from './platform/health/probe.ts';
import type { Mount } from './platform/http/mount.ts';
import type { OwnRequest } from './platform/http/own-requests.ts';
import type { ProblemPage } from './platform/http/problem-json.ts';
import type { AnyJob } from './platform/jobs/job-queue.ts';
import type { IdKind, NameTable } from './platform/names.ts';
import type { Platform } from './platform/platform.ts';
import type { BlobHolder } from './platform/storage/bytes-check.ts';
import type { Metric } from './platform/telemetry/metric.ts';
import type { IntegrityCheck } from './platform/upkeep/integrity.ts';
import type { UpkeepSteps } from './platform/upkeep/upkeep.ts';
import type { Adapter, Route } from './rest/index.ts';

/** What a feature brings to the house once it is put together. Whatever is left out, it has none of. */
export interface FeatureParts<Api> {
  /** What later features may call. */
  api: Api;
  /** TypeGraphQL resolvers, as instances. */
  resolvers?: readonly object[];
  /** How a thing is found by its id, for `node`. Answers null where the principal may not see it. */
  nodes?: Partial<Record<IdKind, NodeFinder>>;
  /** The same without objects, for kinds that have a projection: what a viewer may see has to agree with the finder. */
  nodeReads?: NodeReadsByKind;
  /** What is known of who asks, for `viewer`, by the kind of principal that it brings. */
  viewers?: Partial<Record<PrincipalKind, ViewerFinder>>;
  /** Fields of Query that PostgreSQL can answer by itself, by name. */
  reads?: CompilableFields;
  /** Fields of `viewer` that need no objects, by name. */
  viewerReads?: CompilableFields;
  /** Fields of Mutation that are done and answered without the executor, by name; see `compilableDeed`. */
  deeds?: CompilableFields;
  /** Rows of the REST table. */
  routes?: readonly Route[];
  /** What is served beside GraphQL and REST: pages, files, protocols of others. */
  mounts?: readonly Mount[];
  /** The website. Only one feature has it. */
  website?: Website;
  /** A protocol of others over stored operations. */
  adapter?: Adapter;
  jobs?: readonly AnyJob[];
  listeners?: readonly Listener[];
  /** Listeners to what every feature tells the outside, asked for once all are composed. */
  tellsOutside?: (published: readonly PublishedEvent[]) => readonly Listener[];
  /** Events of its own that the outside may hear of. */
  published?: readonly PublishedEvent[];
  /** What it needs from elsewhere, for the health report. */
  probes?: readonly Probe[];
  /** What it can do in this installation, or what is missing for it. */
  facilities?: readonly Facility[];
  /** What is looked up when somebody collects what is measured. */
  metrics?: readonly Metric[];
  authenticators?: readonly Authenticator[];
  /**
   * What is tidied or done again every ten minutes, by what it is about. Each that has changed something leaves a row in the
   * audit trail, but for those that are `unaudited`.
   */
  upkeep?: UpkeepSteps;
  /** Looked at once in each process, when the database is there. What fails is logged and harms nothing else. */
  atStart?: () => Promise<void>;
  /**
   * What each process was started with and has to fit what the database holds, looked at before it takes anything on. One that
   * does not fit ends the start.
   */
  startChecks?: readonly StartCheck[];
  /** One of the things that it keeps encrypted, to tell a wrong key by; null where it keeps none yet. */
  encryptedSample?: (em: EntityManager) => Promise<EncryptedSample | null>;
  /** What goes on in each process that works; the one started last is stopped first. */
  background?: readonly BackgroundWork[];
  /** Whether stored bytes are in use, so that an empty store beside them is a lost one. */
  holdsBytes?: () => Promise<boolean>;
  /** The bytes that its rows name. */
  blobs?: readonly BlobHolder[];
  /** What has to be true of what it keeps, whatever happens. */
  checks?: readonly IntegrityCheck[];
  /** Lets nobody wait any longer for what takes its time: called when the stop has begun. */
  stopWaiting?: () => void;
  /** Ends what was begun by using it. Called once, when nobody uses it any more. */
  close?: () => Promise<void>;
  /** What is gone along before the service takes requests, so that whoever comes first does not wait for it. */
  warmUp?: WarmUp;
  /** Example content for a new installation. */
  demo?: DemoContent;
  /** What is to be seen only now and then, or is made anew at each start: asked for when the database is there. */
  greets?: (ctx: Context) => Promise<readonly Sight[]>;
  /** Secrets that were made at first start, for who runs the service. */
  secretFiles?: readonly { title: string; file: string }[];
  /** Pictures for the first page that everybody may see. Asked for at each view of it: cheap, and none where there is none. */
  showpieces?: () => Promise<readonly Showpiece[]>;
  /** What a person may want to see of a service that has just started. */
  sights?: readonly Sight[];
}

/** The website: start page, documents and frames of error pages. */
export interface Website {
  /** Page for a problem. */
  problemPage: ProblemPage;
  /** The page at `/graphql`, for browsers. Other requests continue to the next handler. */
  graphqlPage: RequestHandler;
  /** Served after everything else. */
  mounts(served: Served): readonly Mount[];
}

/** Mounts and routes of the other features. */
export interface Served {
  routes: readonly Route[];
  /** Mounts of the routes. */
  rest: readonly Mount[];
  /** All other mounts. */
  others: readonly Mount[];
  /** All mounts, including those of the website. Called after composition. */
  all(): readonly Mount[];
  /** Pictures for the start page. */
  showpieces(): Promise<readonly Showpiece[]>;
}

/** A picture that the first page shows to everybody, with the brief it was drawn from. */
export interface Showpiece {
  title: string;
  /** What is to be seen, for who cannot see it. */
  alt: string;
  brief: string;
  /** Where its files are, without a slash at the end: `/media/ast_…`. */
  path: string;
  /** In pixels. */
  width: number;
  height: number;
}

export interface WarmUp {
  /** What callers ask most. Has to change nothing, and be answered for an empty service as well. */
  requests?: (ctx: Context) => Promise<readonly OwnRequest[]>;
  /** What is loaded or begun by its first use. */
  work?: () => Promise<unknown>;
}

export interface BackgroundWork {
  /** Where what it changes is written down, since it leaves no row in the audit trail, e.g. `the log of runs`. */
  readonly recorded: string;
  start(): Promise<void> | void;
  stop?(): Promise<void>;
}

/** Example content. Whether it can be created never decides whether the service starts. */
export interface DemoContent {
  /**
   * Creates what was never created, and changes nothing that exists. Called at each start until it has succeeded once, so that
   * it goes on where a start was cut short, and never again: what people change or delete afterwards is left alone.
   */
  create(ctx: Context): Promise<void>;
  /** What there is to see of it, asked at each start. */
  sights(): readonly Sight[];
}

/** A line of the greeting at the start. Of two with one title, the demo's is shown; an address that nothing answers at is not. */
export interface Sight {
  title: string;
  /** An address, or a sentence that says how to get one. */
  at: string;
}

/**
 * All that the rest of the house has to know of a feature. The house loops over the list of features in `src/features.ts`
 * and names none of them: a new one is a folder and a line there. Its commands stand in `commands.ts` beside its index, where
 * the command line finds them: no command should have to load the whole service only to be known.
 */
export interface Feature<Name extends string = string, Needs = never, Api = unknown> {
  /** Its folder's. */
  name: Name;
  /** Ids, permissions and problems. */
  names?: Partial<NameTable>;
  entities?: readonly EntityClass[];
  config?: ConfigFragment<unknown>;
  /** What it keeps encrypted, for when another master key takes the place of the one in use. */
  enveloped?: readonly EnvelopedColumn[];
  /** Values that can be changed while the service runs. What is a setting is no variable of `config` as well. */
  settings?: readonly AnySetting[];
  /** Called once for each process, after those of the features before it, whose APIs it is given. */
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
 * What a list of features is when each finds what it needs among those before it; a list of another order does not compile,
 * and the error names the feature that comes too early.
 */
export type InOrder<Features, Known = unknown> = Features extends readonly [
  Feature<infer Name, infer Needs, infer Api>,
  ...infer Later,
]
  ? Known extends Needs
    ? InOrder<Later, Known & Record<Name, Api>>
    : { [Early in `${Name} comes before what it needs`]: never }
  : unknown;

/** The list of features, checked. */
export function inOrder<const Features extends readonly AnyFeature[]>(
  features: Features & InOrder<Features>,
): Features {
  return features;
}

/** What the features of a list offer to each other, by name. */
export type ApisOf<Features extends readonly AnyFeature[]> = {
  [One in Features[number] as One['name']]: One extends Feature<string, never, infer Api> ? Api : never;
};
