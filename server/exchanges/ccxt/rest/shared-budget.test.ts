import { expect, it } from 'vitest';
import { createLog } from '../../../lib/log.ts';
import { createRateBudget } from '../../../runtime/rate-budget/rate-budget.ts';
import { createBybit } from '../../bybit/index.ts';
import { createCoinbase } from '../../coinbase/index.ts';

it('Bybit and Coinbase send within the budget of their addresses', async () => {
  const budget = createRateBudget();
  const options = { clock: Date.now, log: createLog('silent'), budget };
  const adapters = [createBybit(options), createCoinbase(options)];
  expect(budget.loads().map(({ origin }) => origin)).toEqual(['https://api.bybit.com', 'https://api.coinbase.com']);
  const limit = { requests: 1, windowMs: 1 };
  for (const { origin } of budget.loads()) budget.requests(origin, limit).pause(60_000);
  const key = { apiKey: 'K'.repeat(36), secret: 'S'.repeat(36) };
  const [bybit] = adapters;
  expect(await bybit?.balances(key)).toMatchObject({ outcome: 'rejected', code: 10006 });
  await Promise.all(adapters.map((adapter) => adapter.stop()));
});
