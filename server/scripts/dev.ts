import { setTimeout as pause } from 'node:timers/promises';
import { passSignalsOn, run, stoppedBy } from './processes.ts';

// Where vite.config.ts proxies the pages' calls to.
const PORT = '3000';
const api = `http://127.0.0.1:${PORT}`;

async function ready(): Promise<boolean> {
  const answer = await fetch(`${api}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

/** Creates the demo account once the server answers; running it twice changes nothing. */
async function seedWhenReady(): Promise<void> {
  while (!stoppedBy() && !(await ready())) await pause(500);
  if (!stoppedBy()) await run('node', ['server/scripts/seed.ts'], { env: { PORT, PUBLIC_URL: api } });
}

passSignalsOn();
// The paper exchange with simulated prices needs no network.
const site = { PORT, EXCHANGE_MODE: 'paper', PAPER_PRICES: 'simulated' };
const server = run('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], { env: site });
const pages = run('vite', ['--clearScreen', 'false']);
const seeded = seedWhenReady();
const ended = await Promise.race([server, pages]);
const asked = stoppedBy() !== undefined;
process.kill(process.pid, 'SIGTERM');
await Promise.all([server, pages, seeded]);
process.exitCode = asked ? 0 : ended.code;
