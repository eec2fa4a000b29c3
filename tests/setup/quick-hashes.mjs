// A sign-up and a sign-in cost 130 ms of CPU, by design: the passwords of tests protect nothing.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Of the hashes that the site makes now, KiB; others are computed as they are. */
const MEMORY = 19_456;

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) => {
  const isQuick = parameters.memory === MEMORY;
  argon2(algorithm, isQuick ? { ...parameters, memory: 8, passes: 1 } : parameters, callback);
};
syncBuiltinESMExports();
