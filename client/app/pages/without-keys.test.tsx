import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Bot } from '#contracts/bots.ts';
import { HooksScreen } from '../../features/hooks/hooks-screen.tsx';
import { hookList } from '../../features/hooks/hooks.queries.ts';
import { botList } from '../../features/bots/bots.queries.ts';
import { BotsScreen } from '../../features/bots/bots-screen.tsx';

const doNothing = () => {};
const retry = { isFetching: false, refetch: doNothing };
const FAILED = { ...retry, error: new Error('The keys are away.') };
const FINE = { ...retry, error: null };
const KEY = { uid: 'key', name: 'Main', market: 'binance', isActive: true, copies: 0 } as const;
const stopped = { botId: 'b', name: 'Grid', type: 'grid', active: false, state: 'stopped', needs: null, assets: [] };

function textOf(what: ReactNode): string {
  const client = new QueryClient();
  client.setQueryData(botList.queryKey, [stopped as unknown as Bot]);
  client.setQueryData(hookList.queryKey, []);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ');
}

const bots = { Past: () => null, PairField: () => null, offline: false, shownId: null, sharedToken: null };
const botsWith = (of: Pick<Parameters<typeof BotsScreen>[0], 'keys' | 'keysRead'>): string =>
  textOf(<BotsScreen {...bots} {...of} onShow={doNothing} />);
const hooksWith = (of: Pick<Parameters<typeof HooksScreen>[0], 'keys' | 'keysRead'>): string =>
  textOf(<HooksScreen bots={[]} PairField={() => null} BlockHistory={() => null} offline={false} {...of} />);

it('U-4: who has bots and no key is told to add one before the next bot', () => {
  expect(botsWith({ keys: [], keysRead: FINE })).toContain('Add a key first');
  expect(botsWith({ keys: [KEY], keysRead: FINE })).not.toContain('Add a key first');
});

it('U-4: keys that could not be read are said, and can be read again', () => {
  for (const text of [
    botsWith({ keys: undefined, keysRead: FAILED }),
    hooksWith({ keys: undefined, keysRead: FAILED }),
  ]) {
    expect(text).toContain('Your keys could not be loaded');
    expect(text).toContain('The keys are away.');
    expect(text).toContain('Try again');
  }
  for (const text of [botsWith({ keys: [KEY], keysRead: FAILED }), hooksWith({ keys: [KEY], keysRead: FAILED })])
    expect(text).not.toContain('could not be loaded');
});
