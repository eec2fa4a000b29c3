import { isLive } from '../../../domain/position/order-state.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import { missingOf } from '../runs/kept-of-run.ts';
import { amountsText, beyond, isWorthAsking, letGoAt, missingText, type RunMissing } from '../runs/missing-of-key.ts';
import type { MissingStore } from '../runs/missing.store.ts';

/** C-18: what becomes of a run of which something is missing. */
export function shortRuns({ clock, markets }: Pick<BotDeps, 'clock' | 'markets'>, store: MissingStore) {
  /** A run that ends does not ask its owner any more, and does not sell what is not there. */
  async function atItsEnd(missing: RunMissing): Promise<void> {
    const { run, orders } = missing.stored;
    if (orders.some(({ state }) => isLive(state))) return;
    const price = markets.lastPrice(run.market, run.symbol)?.price ?? run.marketPrice;
    const text = `${amountsText(missing, missing.pair)} of it are not on the account any more: it ends without.`;
    await store.letGo(run, letGoAt(run, missing, price), { text, now: clock() });
  }

  return {
    async found(missing: RunMissing, key: Pick<OpenKey, 'name'>): Promise<void> {
      const { stored, pair } = missing;
      const { run } = stored;
      if (run.state === 'stopping') return run.engine === 'rounds' ? atItsEnd(missing) : undefined;
      const known = missingOf(stored);
      const isNews = known === null || isWorthAsking(beyond(missing, known), { stored, pair });
      const canAsk = canMove(run.state, 'attention') || run.state === 'attention';
      if (canAsk && isNews) await store.ask(run, missing, { text: missingText(missing, key), now: clock() });
    },
  };
}
export type ShortRuns = ReturnType<typeof shortRuns>;
