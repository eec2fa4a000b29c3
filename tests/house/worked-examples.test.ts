import { expect, it } from 'vitest';
import { rows, titles } from './titles.ts';

/** The cases that the rules are worked out by, to the digit. */
const CASES = [
  'grid-arithmetic grid-geometric grid-imbalance grid-books grid-stop grid-worst grid-too-fine grid-too-small',
  'inverse-start next-steps rung-earning-base rung-carries-dust rung-part-filled held-mirror trend-shift-up steps levels',
  'dca-ladder smart-money turtle bot-on-copy-keys basket-two basket-three basket-quiet',
  'exits-three exits-merged exits-breakeven exits-slots average-all split-position average-to',
  'trailing-stop-sell trailing-take-profit trailing-buy follow-by-server',
  'indicators volume-spike percent-move trendline',
  'webhook-out-known webhook-out-ours webhook-in-same webhook-in-lag webhook-out-retries',
  'bar-path bar-ambiguous metrics trade-metrics',
].flatMap((group) => group.split(' '));

/** A title names its case by itself or after its rule, and says what it shows; or the case stands in brackets. */
const NAMED = /[\w-]+(?=[:)])|(?<=(?:example|[A-Z]-\d{1,2}) )[\w-]+(?=,|$)/g;
const named = new Set([...titles.flatMap((title) => title.match(NAMED) ?? []), ...rows]);

it('every worked example is calculated by a test that names it', () => {
  expect(CASES.filter((id) => !named.has(id))).toEqual([]);
});
