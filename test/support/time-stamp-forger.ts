import { createHash, type webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const OID = {
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};
const HASH_OIDS = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1', sha512: '2.16.840.1.101.3.4.2.3' };

/** A certificate with its private key. */
export interface Holder {
  certificate: pkijs.Certificate;
  der: Uint8Array;
  keys: { privateKey: webcrypto.CryptoKey; publicKey: webcrypto.CryptoKey };
}

export interface CertificateWishes {
  issuer?: Holder;
  isAuthority?: boolean;
  pathLength?: number;
  /** Left out: none of it. */
  usage?: { critical: boolean; purposes: string[] };
  serial?: number;
  notBefore?: Date;
  notAfter?: Date;
  unknownCritical?: boolean;
}

/** A certificate that says whatever a test wants it to say, which openssl would refuse to make. */
export async function makeCertificate(name: string, wishes: CertificateWishes = {}): Promise<Holder> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ value: wishes.serial ?? Math.floor(Math.random() * 1e9) + 1 });
  certificate.subject.typesAndValues.push(
    new pkijs.AttributeTypeAndValue({ type: OID.commonName, value: new asn1js.Utf8String({ value: name }) }),
  );
  certificate.issuer = wishes.issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore.value = wishes.notBefore ?? new Date('2026-01-01T00:00:00Z');
  certificate.notAfter.value = wishes.notAfter ?? new Date('2036-01-01T00:00:00Z');
  certificate.extensions = extensionsOf(wishes);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(wishes.issuer?.keys.privateKey ?? keys.privateKey, 'SHA-256');
  const der = new Uint8Array(certificate.toSchema(true).toBER());
  return { certificate: pkijs.Certificate.fromBER(der), der, keys };
}

function extensionsOf({ isAuthority, pathLength, usage, unknownCritical }: CertificateWishes): pkijs.Extension[] {
  const extensions: pkijs.Extension[] = [];
  const add = (extnID: string, critical: boolean, value: asn1js.BaseBlock) =>
    extensions.push(new pkijs.Extension({ extnID, critical, extnValue: value.toBER() }));
  if (isAuthority) {
    const constraints = new pkijs.BasicConstraints({
      cA: true,
      ...(pathLength !== undefined && { pathLenConstraint: pathLength }),
    });
    add(OID.basicConstraints, true, constraints.toSchema());
  }
  if (usage)
    add(OID.extendedKeyUsage, usage.critical, new pkijs.ExtKeyUsage({ keyPurposes: usage.purposes }).toSchema());
  if (unknownCritical) add('1.2.3.4.5.6', true, new asn1js.Null());
  return extensions;
}

export const FOR_TIME_STAMPS = { critical: true, purposes: [OID.timeStamping] };
export const FOR_MAIL = '1.3.6.1.5.5.7.3.4';

export interface StampWishes {
  at?: Date;
  hash?: keyof typeof HASH_OIDS;
  /** Stands in for the digest of the data. */
  imprint?: Uint8Array;
  status?: number;
  withoutToken?: boolean;
  /** In the bag in this order, instead of the signer's alone. */
  bag?: pkijs.Certificate[];
  /** Whom the token names as its signer, instead of the one that signs. */
  named?: Holder;
  /** Whose hash is signed as that of the signing certificate; null signs none. */
  ess?: Holder | null;
  eContentType?: string;
  signedContentType?: string;
  /** Signs the digest of another TSTInfo. */
  otherDigest?: boolean;
}

/** A time-stamp response over the data that is as wrong as the test asks for; right, when it asks for nothing. */
export async function stamp(signer: Holder, data: Uint8Array, wishes: StampWishes = {}): Promise<Uint8Array> {
  const { at = new Date('2026-11-21T09:00:00Z'), hash = 'sha256', named = signer, ess = signer } = wishes;
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: HASH_OIDS[hash] }),
      hashedMessage: new asn1js.OctetString({ valueHex: toBuffer(wishes.imprint ?? digestOf(hash, data)) }),
    }),
    serialNumber: new asn1js.Integer({ value: 7 }),
    genTime: at,
  });
  const infoBytes = new Uint8Array(info.toSchema().toBER());
  const signed = new pkijs.SignedData({
    version: 3,
    digestAlgorithms: [new pkijs.AlgorithmIdentifier({ algorithmId: HASH_OIDS.sha256 })],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: wishes.eContentType ?? OID.tstInfo,
      eContent: new asn1js.OctetString({ valueHex: toBuffer(infoBytes) }),
    }),
    certificates: wishes.bag ?? [signer.certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: named.certificate.issuer,
          serialNumber: named.certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new pkijs.Attribute({
              type: OID.contentType,
              values: [new asn1js.ObjectIdentifier({ value: wishes.signedContentType ?? OID.tstInfo })],
            }),
            new pkijs.Attribute({
              type: OID.messageDigest,
              values: [
                new asn1js.OctetString({
                  valueHex: toBuffer(digestOf('sha256', wishes.otherDigest ? Uint8Array.of(1) : infoBytes)),
                }),
              ],
            }),
            ...(ess === null ? [] : [essAttribute(ess)]),
          ],
        }),
      }),
    ],
  });
  await signed.sign(signer.keys.privateKey, 0, 'SHA-256');
  const response = new pkijs.TimeStampResp({
    status: new pkijs.PKIStatusInfo({ status: wishes.status ?? 0 }),
    ...(!wishes.withoutToken && {
      timeStampToken: new pkijs.ContentInfo({
        contentType: pkijs.ContentInfo.SIGNED_DATA,
        content: signed.toSchema(true),
      }),
    }),
  });
  return new Uint8Array(response.toSchema().toBER());
}

function essAttribute({ der }: Holder): pkijs.Attribute {
  const certId = new asn1js.Sequence({
    value: [new asn1js.OctetString({ valueHex: toBuffer(digestOf('sha256', der)) })],
  });
  const value = new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [certId] })] });
  return new pkijs.Attribute({ type: OID.signingCertificateV2, values: [value] });
}

function digestOf(hash: string, bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash(hash).update(bytes).digest());
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}
