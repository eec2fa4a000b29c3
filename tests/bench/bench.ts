import { alertRows } from './alerts.bench.ts';
import { byteRows, firstViewRow } from './bytes.ts';
import { copyRows } from './copies.bench.ts';
import { killedRow } from './killed.bench.ts';
import { keyRows } from './keys.bench.ts';
import { liveRows } from './live/live.bench.ts';
import { masterKeyRow } from './master-key.bench.ts';
import { print } from './measure.ts';
import { orderRow } from './order.bench.ts';
import { paperRow } from './paper.bench.ts';
import { sameTimeRows } from './same-time.bench.ts';
import { readRows } from './reads.bench.ts';
import { signInRows } from './sign-in.bench.ts';
import { signUpRushRows } from './sign-up-rush.bench.ts';
import { startRow } from './start.bench.ts';
import { tickRows } from './ticks.bench.ts';

const rows = [
  ...byteRows(),
  firstViewRow(),
  ...(await alertRows()),
  await startRow(),
  await killedRow(),
  await orderRow(),
  ...(await copyRows()),
  await paperRow(),
  ...(await readRows()),
  ...(await signInRows()),
  ...(await sameTimeRows()),
  ...(await signUpRushRows()),
  await masterKeyRow(),
  ...(await liveRows()),
  ...(await tickRows()),
  ...(await keyRows()),
];
print(rows);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
