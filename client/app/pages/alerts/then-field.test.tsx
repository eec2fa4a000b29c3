import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { HOOK_ACTIONS, type HookAction } from '#contracts/hooks.ts';
import { hookList } from '../../../features/hooks/hooks.queries.ts';
import { ThenField } from './then-field.tsx';

/** What is offered where there is one hook. */
function shown(actions: readonly HookAction[]): { options: string[]; html: string } {
  const client = new QueryClient();
  const template = { name: 'Momentum', market: 'binance', pairs: ['xrp_usdt'], actions };
  client.setQueryData([...hookList.queryKey], [{ hookId: 'one', live: true, template }]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ThenField market="binance" pair="xrp_usdt" value={null} none="No hook takes it." onChange={() => undefined} />
    </QueryClientProvider>,
  );
  return { options: [...html.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label = '']) => label), html };
}

const NO_PRICES = 'An alert names no prices for targets.';

it('W-8 an alert is offered what it can call: no targets, for which it names no prices, and half for a share', () => {
  const { options, html } = shown(HOOK_ACTIONS);
  expect(options).toEqual([
    'Only notifies me',
    'Momentum: open',
    'Momentum: add',
    'Momentum: close half',
    'Momentum: close',
    'Momentum: start its bot',
    'Momentum: stop its bot',
    'Momentum: tell',
  ]);
  expect(html).toContain(NO_PRICES);
  expect(shown(['open']).html).not.toContain(NO_PRICES);
  expect(shown(['targets'])).toEqual({ options: [], html: 'No hook takes it.' });
});
