import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BotDetail } from '#contracts/bots.ts';
import { SettingsOfPair } from './settings-tab.tsx';

const bot = {} as unknown as BotDetail;
const shown = (error: Error | null, offline: boolean): string => {
  const query = { data: undefined, error, isFetching: false, refetch: () => {} };
  return renderToStaticMarkup(<SettingsOfPair bot={bot} query={query} offline={offline} />);
};

it('P-07: the settings of a bot say why they are not shown', () => {
  expect(shown(null, true)).toContain('Settings need a connection.');
  expect(shown(new Error('No pair.'), false)).toMatch(/No pair\..*Try again/);
  expect(shown(null, false)).toContain('Loading the settings');
});
