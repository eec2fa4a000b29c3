import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { TargetInput } from './target-input.tsx';

const block = {
  counterRound: 3,
  secondTakeProfitPlacedPrice: new Big('9.89'),
  secondStopLossPlacedPrice: new Big(0),
} as OrderBlock;

const htmlOf = (target: 'takeProfit' | 'stopLoss', fixed: string | null): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TargetInput block={block} target={target} fixed={fixed} noteId="note" onFocus={() => undefined} />
    </QueryClientProvider>,
  );

it('names the target, points to its note and shows the placed price', () => {
  const html = htmlOf('takeProfit', null);
  expect(html).toContain('aria-label="T.P. Take profit"');
  expect(html).toContain('aria-describedby="note"');
  expect(html).toContain('value="9.890"');
  expect(html).not.toContain('disabled');
  expect(htmlOf('stopLoss', null)).toContain('value=""');
});

it('offers the check button only after a change', () => {
  expect(htmlOf('takeProfit', null)).not.toContain('Set take profit');
});

it('is disabled with its reason', () => {
  const html = htmlOf('takeProfit', 'There is no position left to set targets for.');
  expect(html).toContain('disabled=""');
  expect(html).toContain('title="There is no position left to set targets for."');
});
