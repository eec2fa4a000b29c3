import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPaperExchange } from '../../exchanges/paper/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Data, Settings } from './data.ts';
import { lockPaperExchange, paperServiceToken } from './paper-service.store.ts';

/** The paper exchange, listening on PAPER_PORT: of this machine, and where it runs alone, of HOST. */
export async function openPaperExchange({ env, log, data: { db, url } }: Settings & { data: Data }, closing: Closers) {
  closing.add('lock of the paper exchange', await lockPaperExchange(url));
  const exchange = createPaperExchange({
    db,
    clock: systemClock,
    log,
    seed: env.PAPER_SEED,
    prices: env.PAPER_PRICES,
    port: env.PAPER_PORT,
    weight: env.PAPER_WEIGHT,
    control: env.PAPER_CONTROL,
    service: env.ROLE === 'paper' ? { host: env.HOST, token: await paperServiceToken(db) } : null,
  });
  const { controlUrl, ...addresses } = await exchange.start();
  closing.add('paper exchange', () => exchange.stop());
  // A test in another process reads the address there.
  if (controlUrl) writeFileSync(join(env.DATA_DIR, 'paper-control.url'), controlUrl);
  return { exchange, addresses, controlUrl };
}
