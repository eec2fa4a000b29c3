import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Bot } from '#contracts/bots.ts';
import { NumberLocale } from '../../../ui/amount.tsx';
import { botList } from '../bots.queries.ts';
import { BotsCard } from './bots-card.tsx';

const resultOf = (currency: string, rounds: string, position: string): Bot['result'] => ({
  currency,
  total: new Big(rounds).plus(position),
  rounds: new Big(rounds),
  position: new Big(position),
});
const botOf = (botId: string, result: Bot['result'], active = true) =>
  ({
    botId,
    name: `Grid ${botId}`,
    type: 'grid',
    active,
    state: active ? 'running' : 'stopped',
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    assets: [],
    pnl: result && result.total,
    result,
    needs: null,
    waitsFor: null,
  }) as unknown as Bot;

/** As read: without tags. */
function textOf(...bots: Bot[]): string {
  const client = new QueryClient();
  client.setQueryData(botList.queryKey, bots);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NumberLocale value="en-US">
        <MemoryRouter>
          <BotsCard offline={false} />
        </MemoryRouter>
      </NumberLocale>
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');
}

it('U-2: the overview counts the bots at work and adds up their rounds and positions by currency', () => {
  const stopped = botOf('d', resultOf('USDT', '100', '0'), false);
  const text = textOf(
    botOf('a', resultOf('USDT', '12.4', '-18.2')),
    botOf('b', resultOf('USDT', '1.1', '0.2')),
    botOf('c', resultOf('XRP', '3', '-1')),
    stopped,
  );
  expect(text).toContain('Bots (3)');
  expect(text).toContain('finished ▲ +13.50 · position ▼ −18.00 USDT');
  expect(text).toContain('finished ▲ +3.00 · position ▼ −1.00 XRP');
  expect(text).not.toContain('leave out');
});

it('U-2: a bot whose result is not known is in no sum, and the overview says so', () => {
  const text = textOf(botOf('a', resultOf('USDT', '1', '1')), botOf('b', null));
  expect(text).toContain('finished ▲ +1.00 · position ▲ +1.00 USDT');
  expect(text).toContain('The sums leave out 1 bot without a known result.');
});

it('U-2: a basket counts in the sums by what it holds', () => {
  const basket = { ...botOf('b', resultOf('USDT', '0', '-3')), type: 'basket', assets: ['BTC', 'BNB'] } as Bot;
  const text = textOf(botOf('a', resultOf('USDT', '1', '1')), basket);
  expect(text).toContain('finished ▲ +1.00 · position ▼ −2.00 USDT');
  expect(text).not.toContain('leave out');
});

it('U-2: without bots at work the overview counts none', () => {
  expect(textOf()).not.toContain('Bots (');
});
