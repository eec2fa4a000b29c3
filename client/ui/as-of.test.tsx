// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AsOf } from './as-of.tsx';

const shown = (dataUpdatedAt: number, failureReason: unknown = null) =>
  renderToStaticMarkup(<AsOf of={{ dataUpdatedAt, failureReason }} offline changes="nothing is run" />);

it('P-07: offline the page says how old its data are, and no age where it has none', () => {
  expect(shown(Date.now())).toContain('Offline. Showing data from');
  expect(shown(0, new Error('offline'))).toBe('');
});
