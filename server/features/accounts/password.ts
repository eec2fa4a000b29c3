import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';

/** S-04; memory in KiB. A stored hash names those that it was made with. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
type Cost = typeof COST;

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parameters: Argon2Parameters = {
      message: Buffer.from(password),
      nonce: salt,
      tagLength: 32,
      ...cost,
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

const inWords = ({ memory, passes, parallelism }: Cost) => `m=${memory},t=${passes},p=${parallelism}`;
const PREFIX = `$argon2id$v=19$${inWords(COST)}$`;

/** argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(() => derive(password, salt, COST));
  return `${PREFIX}${text(salt)}$${text(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('a stored password hash is not one of ours');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await inTurn(() => derive(password, Buffer.from(salt, 'base64'), cost));
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}

/** Made when a hash cost less than it does now. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX);
