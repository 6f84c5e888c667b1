import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';

function openssl(folder: string, ...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** An authority `name.pem` with its key `name.key`; gives the path of the certificate. */
export function makeAuthority(folder: string, name: string, days = 2): string {
  openssl(
    folder,
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    String(days),
    '-subj',
    `/CN=Test authority ${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  );
  return path.join(folder, `${name}.pem`);
}

/** A certificate `name.pem` for a host, or for all hosts below `*.example`. With negative days it has expired. */
export function makeCertificate(folder: string, authority: string, name: string, host: string, days = 2): void {
  writeFileSync(path.join(folder, `${name}.ext`), `subjectAltName=DNS:${host}\n`);
  openssl(
    folder,
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    `/CN=${host}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
  );
  openssl(
    folder,
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-CA',
    `${authority}.pem`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    `${name}.ext`,
    '-out',
    `${name}.pem`,
  );
  chmodSync(path.join(folder, `${name}.key`), 0o600);
}
