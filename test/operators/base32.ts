const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What stands for bytes where a secret is typed into an app. */
export function base32Bytes(typed: string): Buffer {
  const bits = [...typed].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
