import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Refusal } from '../../lib/errors.ts';
import { type InTurn, turns } from '../../lib/turns.ts';

/** S-04; memory in KiB. Each stored hash names its own parameters. */
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

/** S-51: about as many hashes as a core computes in some seconds; further requests are refused. */
const MOST = { first: 200, others: 64 };
const RETRY_AFTER = 5;
const BUSY = { first: 'Many people sign in at this moment.', others: 'Many people sign up at this moment.' };

// Hashes queue for the cores: they must not block everything else, nor sign-ups block sign-ins.
const hashes = turns({
  slots: Math.max(1, availableParallelism() - 1),
  most: MOST,
  refuse: (lane) =>
    new Refusal('too-many', `${BUSY[lane]} Try again in ${RETRY_AFTER} seconds.`, { retryAfter: RETRY_AFTER }),
});

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const inWords = ({ memory, passes, parallelism }: Cost) => `m=${memory},t=${passes},p=${parallelism}`;
const PREFIX = `$argon2id$v=19$${inWords(COST)}$`;

async function hashInTurn(inTurn: InTurn, password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(() => derive(password, salt, COST));
  return `${PREFIX}${text(salt)}$${text(hash)}`;
}

/** argon2id in the PHC string format. */
export const hashPassword = (password: string): Promise<string> =>
  hashes.enter('first', (inTurn) => hashInTurn(inTurn, password));

/** S-51: sign-ups have their own lane. Refused at once where it is full. */
export const admitSignUp = <T>(signUp: (hash: typeof hashPassword) => Promise<T>): Promise<T> =>
  hashes.enter('others', (inTurn) => signUp((password) => hashInTurn(inTurn, password)));

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('a stored password hash is not one of ours');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await hashes.enter('first', (inTurn) =>
    inTurn(() => derive(password, Buffer.from(salt, 'base64'), cost)),
  );
  return timingSafeEqual(found, Buffer.from(hash, 'base64'));
}

/** The hash has weaker parameters than new ones. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX);
