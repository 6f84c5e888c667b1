import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { EVERYONE } from '../../src/platform/auth/access.ts';
import type { Role } from '../../src/platform/auth/roles.ts';
import type { Mount } from '../../src/platform/http/mount.ts';
import { REGISTRY } from '../../src/platform/registry.ts';
import { accessTo } from '../../src/rest/index.ts';
import { upload } from '../rest/support.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startThreadTime } from '../support/processor-time.ts';
import { standInSanctuary } from '../support/sanctuary.ts';
import { standInPage } from '../support/stand-in-page.ts';
import { type GraphPlace, graphPlaces } from './graph-places.ts';
import { HOSTILE, type HostileValue, randomFrom, SEED, someOf } from './hostile-values.ts';
import { type MountPlace, mountPlaces } from './mount-places.ts';
import { type RestPlace, restPlaces } from './rest-places.ts';

/** Of the event loop, for one request, our own sending of it included; a hundredth of what is wrong takes more. */
const MAX_WORK_MS = 1_000;
const MAX_ANSWER_BYTES = 50_000;
/** Of pages and files, which are what they are whatever was asked; what refuses one is held to the other bound. */
const MAX_FILE_BYTES = 5_000_000;
/** Nothing that is asked here with one field needs a tenth of it. */
const MAX_STATEMENTS = 150;
/** What a run may leave behind, and what it may take in between. */
const MAX_KEPT_BYTES = 150_000_000;
const MAX_RESIDENT_GROWTH_BYTES = 1_200_000_000;
/** Renders are waited for, and streams go on: what has not answered by then is asked no longer. */
const WAITING_MS = 5_000;
/** Then it is known that something is wrong, and nobody waits for all the rest. */
const ENOUGH_FAILURES = 10;
/** Every so many requests somebody looks whether the service lives. */
const PROBE_EVERY = 10;

type Who = 'stranger' | 'operator' | 'integration' | 'partner';
const ROLE_OF: Record<Exclude<Who, 'stranger'>, Role> = {
  operator: 'ADMIN',
  integration: 'INTEGRATION',
  partner: 'PARTNER',
};

interface Attempt {
  name: string;
  who: Who;
  value: HostileValue;
  send(signal: AbortSignal): Promise<Response>;
  /** Whether no answer in time is as it should be. */
  mayWait: boolean;
  /** Whether what is asked for is a page or a file. */
  isFile: boolean;
}

/** What is tried of all that could be: everything takes most of an hour. */
interface Sample {
  /** How many values are tried in each place. */
  valuesEach: number;
  /** Of all places, 0 to 1. */
  placesShare?: number;
}

/**
 * Puts hostile values into every place of the schema, of the table of routes and of what is mounted beside them, as a stranger
 * and as somebody who may, one request at a time. Gives what went wrong, each with the operation, the place, the value and who sent it.
 */
export async function tryAll(sample: Sample): Promise<{ failures: string[]; tried: number; places: number }> {
  // A page that was not built is 503, and that is no error of a value's.
  const page = standInPage();
  const api = await startApi({
    works: false,
    graphiqlFolder: page,
    restDocsFolder: page,
    adminFolder: page,
    sanctuaryFolder: standInSanctuary(),
  });
  const { attempts, places } = await attemptsAgainst(api, sample);
  const counter = countStatements();
  const failures: string[] = [];
  const fail = (failure: string) => {
    failures.push(failure);
    // At once: what hangs the service may never let the test come to its end.
    process.stderr.write(`HOSTILE_SEED=${SEED}: ${failure}\n`);
  };
  const before = heldBytes();
  const residentBefore = process.memoryUsage().rss;
  let residentMost = residentBefore;
  try {
    for (const [index, attempt] of attempts.entries()) {
      if (failures.length >= ENOUGH_FAILURES) break;
      const fault = await faultOf(attempt, counter);
      if (fault) fail(`${attempt.name} = ${attempt.value.name}, as ${attempt.who}: ${fault}`);
      residentMost = Math.max(residentMost, process.memoryUsage().rss);
      if (index % PROBE_EVERY === 0 && (await api.fetch('/livez')).status !== 200) {
        fail(`after ${attempt.name} = ${attempt.value.name}: /livez is not well`);
      }
    }
  } finally {
    counter.stop();
  }
  const kept = heldBytes() - before;
  if (kept > MAX_KEPT_BYTES) fail(`${kept} bytes are held when all is over`);
  if (residentMost - residentBefore > MAX_RESIDENT_GROWTH_BYTES) {
    fail(`the process grew by ${residentMost - residentBefore} bytes`);
  }
  await api.stop();
  return { failures, tried: attempts.length, places };
}

async function attemptsAgainst(
  api: Api,
  { valuesEach, placesShare = 1 }: Sample,
): Promise<{ attempts: Attempt[]; places: number }> {
  const random = randomFrom(SEED);
  const { known, parameters, credentials, token } = await prepare(api);
  const { schema, routes } = api.services;
  const graph = graphPlaces(schema, known);
  const rest = restPlaces(routes, token);
  const isElsewhere = ({ path }: Mount) => path !== '/graphql' && !routes.some((route) => route.path === path);
  const mounts = mountPlaces(api.mounts.filter(isElsewhere), parameters);
  const values = (share = 1) => someOf(HOSTILE, Math.ceil(valuesEach * share), random);
  const sampled = <Place>(all: readonly Place[]) => someOf(all, Math.ceil(all.length * placesShare), random);
  const attempts = [
    ...sampled(graph).flatMap((place) =>
      values().flatMap((value) =>
        callersOf(place.access).map((who) => ofGraph(api, place, value, who, credentials[who])),
      ),
    ),
    ...sampled(rest).flatMap((place) =>
      values().flatMap((value) =>
        callersOf(place.route.credential === 'PATH_TOKEN' ? EVERYONE : accessTo(place.route, schema)).map((who) =>
          ofRest(api, place, value, who, credentials[who]),
        ),
      ),
    ),
    // Most of them look at little of what they are sent.
    ...sampled(mounts).flatMap((place) =>
      values(1 / 3).flatMap((value) =>
        (['stranger', 'operator'] as const).map((who) => ofMount(api, place, value, who, credentials[who])),
      ),
    ),
  ];
  return { attempts, places: graph.length + rest.length + mounts.length };
}

/** A stranger, and the first who may. */
function callersOf(access: GraphPlace['access']): Who[] {
  if (access === undefined || access === EVERYONE) return ['stranger', 'operator'];
  const { roles } = REGISTRY.permissions.get(access)!;
  const may = Object.entries(ROLE_OF).find(([, role]) => roles.includes(role));
  return may ? ['stranger', may[0] as Who] : ['stranger'];
}

function ofGraph(api: Api, place: GraphPlace, value: HostileValue, who: Who, as: Credential | undefined): Attempt {
  return {
    name: place.name,
    who,
    value,
    mayWait: place.kind === 'subscription' || /wait/i.test(place.name),
    isFile: false,
    send: (signal) =>
      api.fetch(place.kind === 'subscription' ? '/graphql/stream' : '/graphql', {
        method: 'POST',
        as,
        signal,
        headers: {
          'content-type': 'application/json',
          ...(place.kind === 'subscription' && { accept: 'text/event-stream' }),
        },
        body: `{"query":${JSON.stringify(place.query)},"variables":${place.variables(value.json)}}`,
      }),
  };
}

function ofRest(api: Api, place: RestPlace, value: HostileValue, who: Who, as: Credential | undefined): Attempt {
  return {
    name: place.name,
    who,
    value,
    mayWait: /header prefer/.test(place.name),
    isFile: false,
    send(signal) {
      const { path, headers = {}, body } = place.request(value.json);
      return api.fetch(path, {
        method: place.route.method,
        // A header of the attempt's own is not written over.
        as: headers.authorization === undefined ? as : undefined,
        signal,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        body,
      });
    },
  };
}

function ofMount(api: Api, place: MountPlace, value: HostileValue, who: Who, as: Credential | undefined): Attempt {
  return {
    name: place.name,
    who,
    value,
    mayWait: place.isStream,
    isFile: true,
    send(signal) {
      const { path, headers = {}, body } = place.request(value.json);
      const credential = headers.authorization === undefined ? as : undefined;
      return api.fetch(path, { method: place.method, as: credential, signal, headers, body });
    },
  };
}

/** What was wrong with the answer, or with what it cost; null when nothing was. */
async function faultOf(attempt: Attempt, counter: StatementCounter): Promise<string | null> {
  const statementsBefore = counter.count;
  const patience = AbortSignal.timeout(attempt.mayWait ? WAITING_MS : PATIENCE_MS);
  const workedMs = startThreadTime();
  let answer: { status: number; text: string } | null = null;
  const asked = async () => {
    const response = await attempt.send(patience);
    return { status: response.status, text: await response.text() };
  };
  try {
    // A connection that has rested may be closed at the moment it is used again; the next one is new.
    answer = await asked().catch((error) => (patience.aborted ? Promise.reject(error) : asked()));
  } catch (error) {
    // A body that is too large may be cut off before its refusal is read.
    const isCut = attempt.value.json.length > 90_000 && !patience.aborted;
    if (!isCut && !(patience.aborted && attempt.mayWait)) return `no answer: ${(error as Error).message}`;
  }
  const work = workedMs();
  const statements = counter.count - statementsBefore;
  if (work > MAX_WORK_MS) return `it took ${Math.round(work)} ms of the event loop`;
  if (statements > MAX_STATEMENTS) return `it took ${statements} statements`;
  if (!answer) return null;
  if (answer.status >= 500) return `status ${answer.status}: ${answer.text.slice(0, 300)}`;
  const isFile = attempt.isFile && answer.status < 400;
  // A file may speak of it.
  if (!isFile && answer.text.includes('INTERNAL_SERVER_ERROR')) return `an error of ours: ${answer.text.slice(0, 300)}`;
  if (answer.text.length > (isFile ? MAX_FILE_BYTES : MAX_ANSWER_BYTES))
    return `an answer of ${answer.text.length} characters`;
  return null;
}

/** Something of each kind, so that what is asked for is there. */
async function prepare(api: Api) {
  const asset = await upload(api, { tags: ['sea'] });
  const issued = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  const token: string = issued.data.issuePartnerLink.secret;
  const sealed = await api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a', disclaimer_ack: true } });
  const { seal, ownerToken } = sealed.body;
  const tile = 'x000.p/1';
  return {
    token,
    parameters: {
      sealId: seal.id,
      id: asset.id,
      file: 'original.png',
      path: `0/${tile}`,
      old: '1',
      size: '2',
      origin: 'log1.localhost',
    },
    known: {
      id: seal.id,
      sealId: seal.id,
      bySealId: seal.id,
      assetId: asset.id,
      ownerToken,
      sha256: seal.sha256,
      disclaimerAcknowledged: true,
    },
    credentials: {
      stranger: undefined,
      operator: 'operator',
      integration: 'integration',
      partner: { bearer: token },
    } satisfies Record<Who, Credential | undefined>,
  };
}

interface StatementCounter {
  readonly count: number;
  stop(): void;
}

/** Of every connection of this process. */
function countStatements(): StatementCounter {
  // A spy would keep what each was called with, and what is held is measured.
  const prototype: Json = pg.Client.prototype;
  const { query } = prototype;
  let count = 0;
  prototype.query = function counted(...args: unknown[]) {
    count++;
    return query.apply(this, args);
  };
  return {
    get count() {
      return count;
    },
    stop() {
      prototype.query = query;
    },
  };
}

/** What is still held after what is not has been let go of. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
