import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import * as asn1js from 'asn1js';
import { TimeStampReq } from 'pkijs';

const run = promisify(execFile);

/** How the authority answers; all but the first are wrong. */
export type TimeStampBehaviour =
  | 'honest'
  /** A well-formed refusal, status 2. */
  | 'rejecting'
  | 'wrong-nonce'
  | 'without-nonce'
  | 'over-other-bytes'
  | 'without-certificate'
  | 'garbage'
  /** A good answer with a byte behind it. */
  | 'trailing-byte'
  /** More than 64 kB. */
  | 'too-large'
  /** Never, until it is stopped. */
  | 'slow'
  | 'redirecting'
  /** HTTP status 503. */
  | 'down';

export interface TimeStampAuthority extends AsyncDisposable {
  url: string;
  /** Of the authority's own root. */
  caPem: string;
  /** Of the one that signs time stamps, issued by the root. */
  certificatePem: string;
  /** Bodies of the requests it got, oldest first. */
  requests: Uint8Array[];
  setBehaviour(behaviour: TimeStampBehaviour): void;
  stop(): Promise<void>;
}

export interface TimeStampAuthorityOptions {
  behaviour?: TimeStampBehaviour;
  /** In the subject of its certificate. */
  commonName?: string;
  /** How long its root holds, ten days longer than its own certificate. Default: 30. */
  days?: number;
}

/** A real RFC 3161 authority on loopback: `openssl ts` signs, with a root and a certificate made for this one run. */
export async function startTimeStampAuthority(options: TimeStampAuthorityOptions = {}): Promise<TimeStampAuthority> {
  const { commonName = 'Test Time Stamping Authority', days = 30 } = options;
  let { behaviour = 'honest' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'imprimatur-tsa-'));
  await makeCertificates(folder, commonName, days);

  const requests: Uint8Array[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const query = await buffer(request);
    requests.push(query);
    const answered = queue.then(() => answer(behaviour, folder, query, response));
    // One at a time: openssl counts serial numbers in a file.
    queue = answered.catch((cause: unknown) => response.writeHead(500).end(String(cause)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await queue;
    await rm(folder, { recursive: true, force: true });
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    caPem: await readFile(join(folder, 'ca.pem'), 'utf8'),
    certificatePem: await readFile(join(folder, 'tsa.pem'), 'utf8'),
    requests,
    setBehaviour: (next) => {
      behaviour = next;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function answer(
  behaviour: TimeStampBehaviour,
  folder: string,
  query: Uint8Array,
  response: ServerResponse,
): Promise<void> {
  const reply = (bytes: Uint8Array) =>
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes);
  switch (behaviour) {
    case 'honest':
      return void reply(await sign(folder, query));
    case 'rejecting':
      return void reply(await sign(folder, query, 'refuses_sha256'));
    case 'wrong-nonce':
    case 'without-nonce':
    case 'over-other-bytes':
    case 'without-certificate':
      return void reply(await sign(folder, changed(query, behaviour)));
    case 'garbage':
      return void reply(new TextEncoder().encode('<html>Welcome to our hotel network. Please log in.</html>'));
    case 'trailing-byte':
      return void reply(Buffer.concat([await sign(folder, query), Uint8Array.of(0)]));
    case 'too-large':
      return void reply(new Uint8Array(65_537));
    case 'slow':
      return;
    case 'redirecting':
      return void response.writeHead(307, { location: 'http://elsewhere.invalid/tsa' }).end();
    case 'down':
      return void response.writeHead(503, { 'retry-after': '60' }).end('down for maintenance');
  }
}

/** The request as somebody would have sent it who wanted something else. */
function changed(query: Uint8Array, how: TimeStampBehaviour): Uint8Array {
  const request = TimeStampReq.fromBER(query.slice());
  if (how === 'wrong-nonce') request.nonce = new asn1js.Integer({ value: 4711 });
  if (how === 'without-nonce') delete request.nonce;
  if (how === 'without-certificate') request.certReq = false;
  if (how === 'over-other-bytes') {
    request.messageImprint.hashedMessage = new asn1js.OctetString({ valueHex: new Uint8Array(32).fill(7) });
  }
  return new Uint8Array(request.toSchema().toBER());
}

async function sign(folder: string, query: Uint8Array, section = 'tsa'): Promise<Uint8Array> {
  const [queryFile, replyFile] = [join(folder, 'query.tsq'), join(folder, 'reply.tsr')];
  await writeFile(queryFile, query);
  await run(
    'openssl',
    ['ts', '-reply', '-config', 'tsa.cnf', '-section', section, '-queryfile', queryFile, '-out', replyFile],
    {
      cwd: folder,
    },
  );
  return readFile(replyFile);
}

async function makeCertificates(folder: string, commonName: string, days: number): Promise<void> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'tsa.cnf'];
  await writeFile(join(folder, 'tsa.cnf'), CONFIGURATION);
  await writeFile(join(folder, 'serial'), '01\n');
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-extensions',
    'ca',
    '-days',
    String(days),
    '-subj',
    '/CN=Test Time Stamping Root',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  await openssl('req', '-new', ...newKey, '-subj', `/CN=${commonName}`, '-keyout', 'tsa.key', '-out', 'tsa.csr');
  await openssl(
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    String(days - 10),
    '-sha256',
    '-extfile',
    'tsa.cnf',
    '-extensions',
    'signer',
    '-out',
    'tsa.pem',
  );
}

const CONFIGURATION = `
[req]
distinguished_name = name
prompt = no
[name]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[signer]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[tsa]
serial = serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
[refuses_sha256]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha512
ess_cert_id_alg = sha256
`;
