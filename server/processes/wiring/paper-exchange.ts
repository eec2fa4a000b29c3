import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPaperExchange } from '../../exchanges/paper/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Data, Settings } from './data.ts';

/** The paper exchange, listening on PAPER_PORT. */
export async function openPaperExchange({ env, log, db }: Settings & Pick<Data, 'db'>, closing: Closers) {
  const exchange = createPaperExchange({
    db,
    clock: systemClock,
    log,
    seed: env.PAPER_SEED,
    prices: env.PAPER_PRICES,
    port: env.PAPER_PORT,
    weight: env.PAPER_WEIGHT,
    control: env.PAPER_CONTROL,
  });
  const { controlUrl, ...addresses } = await exchange.start();
  closing.add('paper exchange', () => exchange.stop());
  // A test in another process reads the address there.
  if (controlUrl) writeFileSync(join(env.DATA_DIR, 'paper-control.url'), controlUrl);
  return { exchange, addresses, controlUrl };
}
