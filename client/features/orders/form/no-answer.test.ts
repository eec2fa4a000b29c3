import { expect, it } from 'vitest';
import { AnswerError, CallError, NetworkError, PortalError } from '../../../lib/call.ts';
import { noAnswerMessage } from './no-answer.ts';

const PLACED = /the order may have been placed\. It is safe to press again: it is placed only once\./;

it.each([
  ['a captive portal', new PortalError('/x'), /This network may require signing in/],
  [
    'a 502 of something in between',
    new CallError(502, null),
    /^The site could not be reached \(502\).*require signing in/,
  ],
  ['nothing at all', new NetworkError('x'), /^No answer from the site/],
  ['another version', new AnswerError('/x', 'y'), /^This page is newer or older than the site/],
])('H-08 an order answered by %s may have been placed, and may be pressed again', (_, error, words) => {
  expect(noAnswerMessage(error)).toMatch(PLACED);
  expect(noAnswerMessage(error)).toMatch(words);
});

it('shows an error of the site unchanged', () => {
  expect(noAnswerMessage(new CallError(502, { error: 'Binance did not answer.' }))).toBeNull();
  expect(noAnswerMessage(new CallError(400, { error: 'No.' }))).toBeNull();
});
