import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { signUp } from '#contracts/accounts.ts';

// A process of its own: what sending the rush costs is not to be what it costs to sign in meanwhile.
const [origin = '', times = '0'] = process.argv.slice(2);
const count = Number(times);
const password = 'Bench-trader-2026!';
const agent = new Agent({ maxSockets: count });

/** Whether it was refused with the time to wait. */
const join = (nth: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({
      email: `${randomUUID()}@bench.example`,
      username: 'Bench',
      password,
      passwordConfirmation: password,
    });
    // From a network of its own.
    const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': `10.9.${nth >> 8}.${nth & 255}` };
    const options = { method: signUp.method.toUpperCase(), agent, headers };
    const sent = request(`${origin}${signUp.path}`, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 429 && answer.headers['retry-after'] !== undefined));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const refused = await Promise.all(Array.from({ length: count }, (_, nth) => join(nth)));
console.log(refused.filter(Boolean).length);
