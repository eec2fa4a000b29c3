import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAG = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

interface Options {
  challenge: string;
}

interface Habits {
  origin?: string;
  rpId?: string;
  /** Whether a finger, a face or a PIN opened it. */
  verified?: boolean;
  counter?: number;
}

/** An authenticator with one passkey (ES256), at a browser that shows this site. */
export function softAuthenticator(site = 'http://localhost:3000') {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let used = 0;

  const clientData = (type: string, { challenge }: Options, origin = site) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(
    { rpId = new URL(site).hostname, verified = true, counter = used }: Habits,
    more?: Buffer,
  ) {
    const flags = FLAG.present | (verified ? FLAG.verified : 0) | (more ? FLAG.attested : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(counter), more ?? Buffer.alloc(0)]);
  }

  function coseKey(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (coordinate: string) => new Uint8Array(Buffer.from(coordinate, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return isoCBOR.encode(key);
  }

  const common = { id: text(id), rawId: text(id), type: 'public-key' as const, clientExtensionResults: {} };

  return {
    id: text(id),
    /** As navigator.credentials.create() answers. */
    create(options: Options, habits: Habits = {}) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()]);
      const authData = new Uint8Array(authenticatorData(habits, credential));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const attestationObject = text(isoCBOR.encode(attestation as never));
      const clientDataJSON = text(clientData('webauthn.create', options, habits.origin));
      return { ...common, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
    },
    /** As navigator.credentials.get() answers. */
    get(options: Options, habits: Habits = {}) {
      used += 1;
      const data = authenticatorData(habits);
      const client = clientData('webauthn.get', options, habits.origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
      };
      return { ...common, response };
    },
  };
}
