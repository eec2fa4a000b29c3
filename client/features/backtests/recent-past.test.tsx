import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RecentPast } from './recent-past.tsx';
import type { RunBot } from './run/run-request.ts';

const shown = (type: 'grid' | 'signal') =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RecentPast
        bot={{ type, market: 'binance', symbolName: 'xrp_usdt', settings: {} } as unknown as RunBot}
        offline={false}
        onStarted={() => undefined}
      />
    </QueryClientProvider>,
  );

it('X-13: a longer time is offered where there is a past to run over, not to a signal bot', () => {
  expect(shown('grid')).toContain('Run over a longer time');
  expect(shown('signal')).not.toContain('Run over a longer time');
});
