import { marketName } from '#contracts/rules/market-name.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { canMove, stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotDeps } from '../deps.ts';
import { pairName } from '../plan/field-note.ts';
import { moveText } from '../runs/run-texts.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { RunRow } from '../runs/runs.store.ts';

interface GoneDeps extends Pick<BotDeps, 'clock' | 'markets' | 'trading'> {
  work: Pick<RunWork, 'move'>;
}

/** True once the run has moved. */
async function ask(
  { clock, work }: Pick<GoneDeps, 'clock' | 'work'>,
  run: RunRow,
  pair: ExchangePair,
): Promise<boolean> {
  if (!canMove(run.state, 'attention')) return false;
  const reason = `${marketName(run.market)} does not list ${pairName(pair)} any more: nothing is placed. Stop this bot, or let it go on once the pair is listed again.`;
  return work.move(run, 'attention', { reason, now: clock(), text: moveText('attention', reason) });
}

/** C-15: a run whose pair the exchange lists no more ends with its coins kept. */
export const gonePairs = ({ clock, markets, trading, work }: GoneDeps) => ({
  /** True once the run has moved. C-12: it waits while nothing may leave. */
  async look(run: RunRow, pair: ExchangePair): Promise<boolean> {
    const market = run.market as Market;
    const to = stopMove(run.state);
    // Gone since before this process began, or an entry of the list that could not be read: its owner decides.
    if (!markets.findExchangePair(market, run.symbol)) return ask({ clock, work }, run, pair);
    if (!pair.delisted || !canMove(run.state, to) || trading.refusal(run.userId) !== null) return false;
    // One list may have left it out by mistake: it is asked for by its name.
    await markets.haltOf(market, run.symbol);
    if (!markets.findPastPair(market, run.symbol)?.delisted) return false;
    const reason = `${marketName(market)} no longer trades ${pairName(pair)}.`;
    const of = { reason, now: clock(), text: moveText(to, reason) };
    return work.move(run, to, to === 'stopping' ? { ...of, ending: 'keep' } : of);
  },
});
export type GonePairs = ReturnType<typeof gonePairs>;
