import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { type Level, PriceWatch } from './price-watch.ts';

const at = (price: string) => ({ symbol: 'XRPUSDT', price: new Big(price), time: 1 });
const below = (price: string): Level => ({ price: new Big(price), above: false });
const above = (price: string): Level => ({ price: new Big(price), above: true });

function watching(...levels: Level[]) {
  const reached: string[] = [];
  const watch = new PriceWatch((_, positionId) => reached.push(positionId));
  const of = { ref: { userId: 'u', blockId: 'b' }, positionId: 'p', market: 'binance' as const, symbol: 'XRPUSDT' };
  watch.watch({ ...of, levels });
  const trade = (...prices: string[]) => prices.forEach((price) => watch.trade('binance', at(price)));
  const range = () => {
    const found = watch.take('p');
    return found && [found.low.toFixed(), found.high.toFixed()];
  };
  return { watch, of, reached, trade, range };
}

describe('V-15 levels that this server watches', () => {
  it('V-15 a touch between two looks is not missed, and is told once', () => {
    const { reached, trade, range } = watching(below('0.49'), above('0.55'));
    trade('0.52', '0.48', '0.52');
    expect(reached).toEqual(['p']);
    expect(range()).toEqual(['0.48', '0.48']);
    expect(range()).toBeNull();
  });

  it('V-15 a trade exactly at a level reaches it, on either side; one tick short does not', () => {
    const { reached, trade } = watching(below('0.49'), above('0.55'));
    trade('0.4901', '0.5499');
    expect(reached).toEqual([]);
    trade('0.49');
    expect(reached).toEqual(['p']);
    const other = watching(below('0.49'), above('0.55'));
    other.trade('0.55');
    expect(other.reached).toEqual(['p']);
  });

  it('V-15 both ends of what was traded are kept', () => {
    const { trade, range } = watching(below('0.49'), above('0.55'));
    trade('0.485', '0.481', '0.57', '0.56');
    expect(range()).toEqual(['0.481', '0.57']);
  });

  it('V-15 a changed level replaces the old one, the same one again forgets nothing, a forgotten one is silent', () => {
    const { watch, of, reached, trade, range } = watching(below('0.49'));
    trade('0.48');
    watch.watch({ ...of, levels: [below('0.49')] });
    expect(range()).toEqual(['0.48', '0.48']);
    watch.watch({ ...of, levels: [below('0.4')] });
    trade('0.48');
    expect(reached).toHaveLength(1);
    watch.forget('p');
    trade('0.3');
    expect(reached).toHaveLength(1);
  });

  it('V-15 of several positions of a pair each is told of its own levels, the nearest of all decides', () => {
    const { watch, of, reached, trade } = watching(below('0.49'), above('0.55'));
    watch.watch({ ...of, positionId: 'q', levels: [below('0.47'), above('0.6')] });
    watch.watch({ ...of, positionId: 'r', levels: [below('0.5')] });
    trade('0.495');
    expect(reached).toEqual(['r']);
    trade('0.48');
    expect(reached).toEqual(['r', 'p']);
    watch.forget('p');
    watch.forget('r');
    trade('0.48', '0.56', '0.6');
    expect(reached).toEqual(['r', 'p', 'q']);
    expect([watch.take('p'), watch.take('r')]).toEqual([null, null]);
  });

  it('V-15 what was reached is told once until it is taken, then anew; a position without levels is silent', () => {
    const { watch, of, reached, trade, range } = watching(below('0.49'));
    trade('0.48', '0.47');
    expect(reached).toEqual(['p']);
    expect(range()).toEqual(['0.47', '0.48']);
    trade('0.46');
    expect(reached).toEqual(['p', 'p']);
    watch.watch({ ...of, levels: [] });
    range();
    trade('0.4');
    expect(reached).toEqual(['p', 'p']);
    watch.watch({ ...of, levels: [above('0.5')] });
    trade('0.4', '0.51');
    expect(range()).toEqual(['0.51', '0.51']);
  });
});
