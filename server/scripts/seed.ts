import { Big } from 'big.js';
import { createAlert, listAlerts } from '#contracts/alerts.ts';
import { listKeys } from '#contracts/keys.ts';
import { getMarketInfo } from '#contracts/markets.ts';
import { placeFirstOrder } from '#contracts/orders.ts';
import { listOrderBlocks } from '#contracts/order-lists.ts';
import type { Side } from '#contracts/symbol.ts';
import { type Person, visitor } from './visitor.ts';

const origin = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`;
const demo: Person = { email: 'demo@tandem.example', username: 'Demo', password: 'Demo-trader-2026!' };
const market = 'binance';
const pairs = ['xrp_usdt', 'btc_usdt', 'eth_usdt'];
const site = visitor(origin);

async function price(symbol: string): Promise<{ last: Big; tick: Big }> {
  const info = await site.call(getMarketInfo, { params: { tradeType: 'spot', market, symbol }, query: {} });
  if (!info.symbolPrice) throw new Error(`${symbol} has no price yet. Try again in a moment.`);
  return { last: info.symbolPrice, tick: info.symbol.counterStepSize };
}

/** The last price times a factor, on the pair's step. */
const away = ({ last, tick }: { last: Big; tick: Big }, factor: string) =>
  last.times(factor).div(tick).round(0, Big.roundDown).times(tick);

async function place(symbolName: string, section: Side, factor: string): Promise<void> {
  const at = away(await price(symbolName), factor);
  const { error } = await site.call(placeFirstOrder, {
    params: { section },
    json: { market, symbolName, price: at, counterQuantity: new Big(50), counterEarning: true },
  });
  if (error) throw new Error(`${section} ${symbolName} at ${at.toFixed()}: ${error}`);
  console.log(`${section} ${symbolName} at ${at.toFixed()}`);
}

async function watch(symbol: string, factor: string): Promise<void> {
  const at = away(await price(symbol), factor);
  const { error } = await site.call(createAlert, {
    json: {
      market,
      symbol,
      price: at,
      type: 'PRICE_REACHES',
      informing: 'ONLY_ONCE',
      comment: 'From the demo',
      favorite: false,
      sendToTelegram: false,
      active: true,
    },
  });
  if (error) throw new Error(`alert on ${symbol} at ${at.toFixed()}: ${error}`);
  console.log(`alert on ${symbol} at ${at.toFixed()}`);
}

async function ensureKey(): Promise<void> {
  const { apiKeyMarketGroups } = await site.call(listKeys);
  if (!apiKeyMarketGroups.some((group) => group.activeMainApiKeyGroup)) await site.openPaperKey('Demo');
}

async function ensureBlocks(): Promise<void> {
  const query = { market, symbolName: 'xrp_usdt', counterEarning: true, section: 'buy' } as const;
  const { content } = await site.call(listOrderBlocks, { params: { tradeType: 'spot' }, query });
  if (Object.keys(content).length > 0) return;
  // One that fills at once, and two that stay open.
  await place('xrp_usdt', 'buy', '1.001');
  await place('xrp_usdt', 'buy', '0.98');
  await place('xrp_usdt', 'sell', '1.02');
}

async function ensureAlerts(): Promise<void> {
  const { content } = await site.call(listAlerts, { query: { market } });
  if (content.length > 0) return;
  for (const pair of pairs) {
    await watch(pair, '1.01');
    await watch(pair, '0.99');
  }
}

try {
  if (!(await site.enter(demo))) await site.join(demo);
  await ensureKey();
  await ensureBlocks();
  await ensureAlerts();
  console.log(`${origin}: sign in as ${demo.email} with the password ${demo.password}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
