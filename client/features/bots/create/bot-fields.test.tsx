import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BotInput } from './bot-fields.tsx';
import type { InputKind } from './input-kinds.ts';
import type { BotForm } from './use-bot-form.ts';

const pair = { baseCurrency: 'XRP', counterCurrency: 'USDT', baseRound: 1, counterRound: 2 };

it.each([
  ['counter', '1234.5', 'Use 1,234.5 USDT'],
  ['price', '65000', 'Use 65,000.00'],
  ['percent', '0.25', 'Use 0.25%'],
] as const)('G-16: the nearest value of a %s is offered with its thousands apart', (kind: InputKind, value, said) => {
  const faults = { invest: { text: 'Too small.', nearest: { field: 'invest', value: new Big(value) } } };
  const form = { draft: {}, pair, faults, warnings: {}, set: () => {} } as unknown as BotForm;
  const html = renderToStaticMarkup(<BotInput spec={{ name: 'invest', label: 'Invest', kind }} form={form} />);
  expect(html).toContain(said);
});
