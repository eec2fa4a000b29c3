// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { Pair } from '#contracts/markets.ts';
import { DEFAULT_VIEW, type Section } from '#contracts/rules/view.ts';
import { MarketsScreen } from '../../../features/markets/markets-screen.tsx';
import type { DataTabs } from '../../../features/markets/section-tabs.ts';
import { DeskTrade } from './desk/desk-trade.tsx';
import { useDataTab } from './use-data-tab.ts';

const place = mounted();

type Draw = (of: { section: Section; data: DataTabs; onSection: (section: Section) => void }) => ReactNode;
const parts = { unseen: 0, header: null, chart: null, form: null, rows: 'The rows', checklist: null, help: null };
const page: Draw = (of) => <MarketsScreen {...parts} {...of} />;
const market = {
  view: DEFAULT_VIEW,
  pair: { name: 'xrp_usdt' } as Pair,
  onPickPrice: () => {},
  onPair: () => {},
  onChoosePair: () => {},
};
const withSides =
  (sides: 'none' | 'one' | 'both'): Draw =>
  (of) => (
    <MemoryRouter>
      <DeskTrade {...parts} {...of} desk={{ sides }} market={market} />
    </MemoryRouter>
  );

const asked: Section[] = [];
function Screen({ section, draw }: { section: Section; draw: Draw }) {
  const [shown, onShow] = useDataTab(section);
  return draw({
    section,
    data: { shown, onShow, content: `The ${shown}` },
    onSection: (next) => asked.push(next),
  });
}
const show = (draw: Draw, section: Section = 'buy') =>
  act(() => place.root.render(<Screen section={section} draw={draw} />));
const tabs = () => [...place.box.querySelectorAll<HTMLElement>('[role=tab]')];
const press = (name: string) =>
  act(() =>
    tabs()
      .find(({ textContent }) => textContent === name)
      ?.click(),
  );
const panel = () => place.box.querySelector('[role=tabpanel]')?.textContent;
const chosen = () => place.box.querySelector('[role=tab][aria-selected=true]')?.textContent;

describe.each([
  ['a page that scrolls', page],
  ['a desk without panes of market data', withSides('none')],
])('decision 159: on %s', (_, draw) => {
  it('order book, trades and watchlist are tabs after the sections', () => {
    show(draw);
    expect(panel()).toBe('The rows');
    press('Book');
    expect([chosen(), panel()]).toEqual(['Book', 'The book']);
    press('Trades');
    expect([chosen(), panel()]).toEqual(['Trades', 'The trades']);
    press('Watchlist');
    expect([chosen(), panel()]).toEqual(['Watchlist', 'The watchlist']);
    press('SELL');
    expect([asked.splice(0), panel()]).toEqual([['sell'], 'The rows']);
  });

  it('the book stays while the form changes its side, and gives way to alerts and history', () => {
    show(draw);
    press('Book');
    show(draw, 'sell');
    expect([chosen(), panel()]).toEqual(['Book', 'The book']);
    show(draw, 'alerts');
    expect([chosen(), panel()]).toEqual(['Alerts', 'The rows']);
    press('Book');
    expect([chosen(), panel()]).toEqual(['Book', 'The book']);
    show(draw, 'history');
    expect([chosen(), panel()]).toEqual(['History', 'The rows']);
  });
});

it.each(['one', 'both'] as const)('decision 159: beside panes (%s) the tabs are those of the sections', (sides) => {
  show(withSides(sides));
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['BUY', 'SELL', 'Alerts', 'History']);
});
