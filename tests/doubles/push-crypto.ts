import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';

/** A browser's half of Web Push: its keys, and reading what was encrypted for them (RFC 8291, RFC 8188). */
export function browserKeys() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer): string => decrypt(body, { ecdh, auth }),
  };
}
export type BrowserKeys = ReturnType<typeof browserKeys>;

function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  if (body.length > 4_096) throw new Error('a push service takes 4096 bytes');
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  opener.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('the padding is not that of a last record');
  return padded.subarray(0, end).toString('utf8');
}

function signedBy(key: string, token: string): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
}

/** Null when the VAPID header is right (RFC 8292), else what is wrong with it. */
export function vapidFault(header: string | undefined, { publicKey, origin }: { publicKey: string; origin: string }) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  if (key !== publicKey) return 'another key than the subscription was made with';
  if (!signedBy(key, token)) return 'a wrong signature';
  const [head, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const { alg } = JSON.parse(head ?? '') as { alg: string };
  const { aud, exp, sub } = JSON.parse(claims ?? '') as { aud: string; exp: number; sub: string };
  const ahead = exp - Date.now() / 1000;
  const checks: [boolean, string][] = [
    [alg === 'ES256', `alg ${alg}`],
    [aud === origin, `aud ${aud}`],
    [ahead > 0 && ahead <= 86_400, `exp ${exp}`],
    [/^mailto:[^@]+@[^@]+\.[a-z]+$|^https:\/\/(?!localhost)/.test(sub), `sub ${sub}`],
  ];
  return checks.find(([right]) => !right)?.[1] ?? null;
}
