import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';
import { PATIENCE_MS } from './patience.ts';

/** Credentials of an account of Swift. The names are those that the AWS SDK reads. */
export const SWIFT_ACCOUNT = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };

/** Where a running Swift is reached, and its processes. */
export interface RunningSwift {
  endpoint: string;
  pids: number[];
}

const KINDS = ['account', 'container', 'object'] as const;

/**
 * OpenStack Swift with its S3 interface, from Debian's packages: an account, a container, an object and a proxy server on
 * loopback, with one device in this folder. The processes outlive the caller until `stopSwift`.
 * @throws where the packages are missing, or a server doesn't come up
 */
export async function startSwift(folder: string): Promise<RunningSwift> {
  const user = userInfo().username;
  mkdirSync(path.join(folder, 'devices/d1'), { recursive: true });
  const ports = new Map<string, number>();
  for (const kind of [...KINDS, 'proxy']) ports.set(kind, await freePort());
  for (const kind of KINDS) makeRing(folder, kind, ports.get(kind)!);
  const common = (kind: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports.get(kind)}
workers = ${kind === 'proxy' ? 1 : 0}
user = ${user}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = WARNING
# Not to be heard by a syslog of the machine.
log_address = ${folder}/no-syslog
# A busy machine may take its time.
conn_timeout = 60
node_timeout = 120
container_update_timeout = 120
client_timeout = 120
`;
  for (const kind of KINDS) {
    writeFileSync(
      path.join(folder, `${kind}-server.conf`),
      `${common(kind)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
conn_timeout = 60
node_timeout = 120
`,
    );
  }
  writeFileSync(
    path.join(folder, 'proxy-server.conf'),
    `${common('proxy')}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
conn_timeout = 60
node_timeout = 120
recoverable_node_timeout = 120
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
# Swift insists on a cache, and works without the server of one.
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
user_test_reader = reading
[filter:copy]
use = egg:swift#copy
`,
  );
  const pids: number[] = [];
  try {
    for (const kind of [...KINDS, 'proxy']) {
      const log = openSync(path.join(folder, `${kind}.log`), 'a');
      const server = spawn(`swift-${kind}-server`, [path.join(folder, `${kind}-server.conf`), 'verbose'], {
        detached: true,
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      await new Promise((resolve, reject) => {
        server.once('spawn', resolve);
        server.once('error', reject);
      });
      server.unref();
      pids.push(server.pid!);
    }
    for (const kind of [...KINDS, 'proxy']) await untilListening(ports.get(kind)!, folder, kind);
  } catch (cause) {
    stopSwift({ endpoint: '', pids });
    throw new Error(
      'Swift doesn’t start. Install it: apt-get install swift-proxy swift-account swift-container swift-object.',
      { cause },
    );
  }
  return { endpoint: `http://127.0.0.1:${ports.get('proxy')}`, pids };
}

/** Ends the servers, with the processes that they started. */
export function stopSwift({ pids }: RunningSwift, folder?: string): void {
  for (const pid of pids) {
    try {
      // Each server leads a process group of its own.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** One partition on one device: `create <power> <replicas> <hours between moves>`. */
function makeRing(folder: string, kind: string, port: number): void {
  const builder = path.join(folder, `${kind}.builder`);
  const run = (...args: string[]) => execFileSync('swift-ring-builder', [builder, ...args], { stdio: 'pipe' });
  try {
    run('create', '2', '1', '1');
    run('add', `r1z1-127.0.0.1:${port}/d1`, '1');
    run('rebalance');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new Error(
      'Swift isn’t installed. Install it: apt-get install swift-proxy swift-account swift-container swift-object.',
      { cause },
    );
  }
}

async function untilListening(port: number, folder: string, kind: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    if (performance.now() > end) {
      throw new Error(
        `swift-${kind}-server isn't listening: ${readFileSync(path.join(folder, `${kind}.log`), 'utf8')}`,
      );
    }
    await sleep(50);
  }
}

/** File in which a run notes the Swift that its test files share. */
export function swiftFactsIn(runFolder: string): string {
  return path.join(runFolder, 'swift.json');
}

/** Ends the Swift of a run, if one of its files started one. */
export function stopSwiftOfRun(runFolder: string): void {
  let facts: string;
  try {
    facts = readFileSync(swiftFactsIn(runFolder), 'utf8');
  } catch {
    return;
  }
  const { folder, ...swift } = JSON.parse(facts) as RunningSwift & { folder: string };
  stopSwift(swift, folder);
}

/** Creates a bucket of a running Swift. @param fill puts objects into it */
export async function makeBucket(
  endpoint: string,
  bucket: string,
  fill: (client: S3Client) => Promise<void> = async () => {},
): Promise<void> {
  const credentials = {
    accessKeyId: SWIFT_ACCOUNT.AWS_ACCESS_KEY_ID,
    secretAccessKey: SWIFT_ACCOUNT.AWS_SECRET_ACCESS_KEY,
  };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    await fill(client);
  } finally {
    client.destroy();
  }
}
