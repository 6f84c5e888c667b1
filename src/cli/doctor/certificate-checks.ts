import { X509Certificate } from 'node:crypto';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { tlsFailureReason } from '../../platform/database/tls-failure.ts';
import { lacksDatabase, unreachableReason } from '../../platform/errors/errors.ts';
import { formatCount } from '../../platform/text/plural.ts';
import { type DoctorFinding, fail, ok, skip, warn } from './finding.ts';

const NAME = 'certificate';
const PATIENCE_MS = 5_000;
const DAY_MS = 86_400_000;
/** Days before the end of a certificate from which on `doctor` warns, as for everything else that expires. */
const NEAR_DAYS = 30;

/** A certificate and the time when it expires. */
export interface DatedCertificate {
  /** Owner of the certificate, such as `the database`. */
  of: string;
  endsAt: Date;
}

/** Reports whether a certificate expires within 30 days. */
export function expiryFinding({ of, endsAt }: DatedCertificate, now = Date.now()): DoctorFinding {
  const day = endsAt.toISOString().slice(0, 10);
  const days = Math.floor((endsAt.getTime() - now) / DAY_MS);
  if (days < 0) return fail(NAME, `the certificate of ${of} expired on ${day}`, 'Renew it');
  const detail = `the certificate of ${of} expires on ${day}`;
  return days < NEAR_DAYS ? warn(NAME, `${detail}, in ${formatCount(days, 'day')}`, 'Renew it') : ok(NAME, detail);
}

/** The certificate of a server and of its authorities that expires first. Null without TLS. */
export function peerCertificate(of: string, socket: object): DatedCertificate | null {
  if (!('getPeerCertificate' in socket)) return null;
  const ends: number[] = [];
  const seen = new Set<string>();
  let one: PeerCertificate & { issuerCertificate?: PeerCertificate } = (socket as TLSSocket).getPeerCertificate(true);
  // A self-signed authority names itself as its issuer.
  while (one?.valid_to && !seen.has(one.fingerprint256)) {
    seen.add(one.fingerprint256);
    ends.push(Date.parse(one.valid_to));
    one = one.issuerCertificate as PeerCertificate;
  }
  return ends.length === 0 ? null : { of, endsAt: new Date(Math.min(...ends)) };
}

/** The certificate in PEM with which this service identifies itself. */
export function ownCertificate(of: string, pem: string): DatedCertificate {
  return { of, endsAt: new Date(new X509Certificate(pem).validTo) };
}

/** Checks the certificate of the service's public address, which usually belongs to a proxy. */
export async function checkPublicCertificate(publicUrl: string | null): Promise<DoctorFinding[]> {
  if (publicUrl === null || !publicUrl.startsWith('https:')) return [];
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const certificate = await presentedBy(host, Number(port || 443));
    return certificate ? [expiryFinding(certificate)] : [];
  } catch (error) {
    const reason = tlsFailureReason(error);
    if (reason !== null) return [fail(NAME, distrustDetail(error), 'Renew or correct the certificate of the proxy')];
    const why = lacksDatabase(error) ? unreachableReason(error) : (error as Error).message;
    return [skip(NAME, `not checked: PUBLIC_URL doesn’t answer this machine (${why})`)];
  }
}

function distrustDetail(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate of PUBLIC_URL has expired';
  return `browsers can’t trust the certificate of PUBLIC_URL (${code})`;
}

/** @throws the error of the connection or of the check of the certificate */
function presentedBy(host: string, port: number): Promise<DatedCertificate | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no answer in ${PATIENCE_MS / 1_000} s`)));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(peerCertificate('PUBLIC_URL', socket));
      socket.destroy();
    });
  });
}
