import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';

const MEMORY = 19_456;
const PASSES = 2;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parameters: Argon2Parameters = {
      message: Buffer.from(password),
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: MEMORY,
      passes: PASSES,
    };
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });

// Hashes queue to the cores: a rush of sign-ins must not take them from everybody else.
const waiting: (() => void)[] = [];
let free = Math.max(1, availableParallelism() - 1);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(() => derive(password, salt));
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$${text(salt)}$${text(hash)}`;
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, , , , salt, hash] = stored.split('$');
  if (!salt || !hash) return false;
  const found = await inTurn(() => derive(password, Buffer.from(salt, 'base64')));
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}
