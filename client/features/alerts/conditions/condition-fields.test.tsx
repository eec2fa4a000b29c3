import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ConditionKind } from '#contracts/alert-conditions.ts';
import { usualDraft } from './condition-draft.ts';
import { ConditionFields } from './condition-fields.tsx';

const htmlOf = (kind: ConditionKind, duringBar = ''): string =>
  renderToStaticMarkup(<ConditionFields draft={{ ...usualDraft(kind), duringBar }} faults={{}} onChange={() => {}} />);
const TICK = 'Also during the bar (may be taken back)';

it('K-2: kinds that wait for a close offer to fire during the bar, not ticked at first, and say what that means', () => {
  const [not, ticked] = [htmlOf('rsi'), htmlOf('rsi', 'yes')];
  expect(not).toContain(TICK);
  expect(not).not.toContain('checked=""');
  expect(not).toContain('what fired stays true on the chart');
  expect(ticked).toContain('checked=""');
  expect(ticked).toContain('the close of the bar may take it back');
  for (const kind of ['volume', 'percent-move', 'trendline'] as const) expect(htmlOf(kind)).not.toContain(TICK);
});
