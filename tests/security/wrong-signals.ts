import { expect } from 'vitest';
import { type Attack, opening } from './attacked-hooks.ts';

const KNOWN = 'Known are: id, time, action, pair, price, amount, takeProfits, stopLoss, share, secret.';
/** A second more where the machine is busy. */
const COMES_LATE = expect.stringMatching(/^came 7\d s late; the longest is 60$/) as string;
const NOT_JSON = 'Not JSON. In TradingView, paste the message from this page.';

/** What is no signal. */
export const MALFORMED: Attack[] = [
  {
    what: '9 KiB',
    status: 413,
    says: 'A signal is at most 8 KiB.',
    call: (w) => ({ body: opening(w, { id: 'x'.repeat(9 * 1024) }) }),
  },
  {
    what: 'a form',
    status: 415,
    says: 'Send a signal as application/json or text/plain.',
    call: () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  {
    what: 'a page',
    status: 415,
    says: 'Send a signal as application/json or text/plain.',
    call: () => ({ headers: { 'content-type': 'text/html' } }),
  },
  { what: 'a sentence', status: 400, says: NOT_JSON, call: () => ({ body: 'buy XRPUSDT' }) },
  { what: 'a list', status: 400, says: NOT_JSON, call: (w) => ({ body: [opening(w)] }) },
  { what: 'nothing', status: 400, says: NOT_JSON, call: () => ({ body: '' }) },
  {
    what: 'an entity of XML',
    status: 400,
    says: NOT_JSON,
    call: () => ({ body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>' }),
  },
  {
    what: 'deep JSON',
    status: 400,
    says: 'A signal is nested at most 8 levels deep.',
    call: () => ({ body: `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}` }),
  },
  {
    what: 'U+0000',
    status: 400,
    says: 'A signal contains a character that cannot be stored.',
    call: () => ({ body: '{"action":"open","pair":"XRP\\u0000USDT"}' }),
  },
  {
    what: 'half a character',
    status: 400,
    says: 'A signal contains a character that cannot be stored.',
    call: () => ({ body: '{"action":"open","pair":"\\ud800"}' }),
  },
  {
    what: 'a leverage',
    status: 400,
    says: `There is no field named leverage. ${KNOWN}`,
    call: (w) => ({ body: opening(w, { leverage: 10 }) }),
  },
  {
    what: 'a prototype',
    status: 400,
    says: `There is no field named __proto__. ${KNOWN}`,
    call: (w) => ({ body: `{"action":"open","pair":"XRPUSDT","time":"${w.now()}","__proto__":{"amount":1}}` }),
  },
  {
    what: 'an action of its own',
    status: 400,
    says: 'action: choose one of: open, add, reduce, close, targets, bot-start, bot-stop, alert.',
    call: (w) => ({ body: opening(w, { action: 'withdraw' }) }),
  },
  {
    what: 'an amount below zero',
    status: 400,
    says: 'amount: send a number above zero.',
    call: (w) => ({ body: opening(w, { amount: -5 }) }),
  },
  {
    what: 'an amount of nothing',
    status: 400,
    says: 'amount: send a number above zero.',
    call: (w) => ({ body: opening(w, { amount: 0 }) }),
  },
  {
    what: 'an amount without end',
    status: 400,
    says: 'amount: send a number above zero.',
    call: (w) => ({ body: opening(w, { amount: '1e999' }) }),
  },
  {
    what: 'an amount that is an object',
    status: 400,
    says: 'amount: send a number above zero.',
    call: (w) => ({ body: opening(w, { amount: { $gt: 0 } }) }),
  },
  {
    what: 'a share of more than all',
    status: 400,
    says: 'share: send a fraction of up to 1; 0.5 is half.',
    call: (w) => ({ body: opening(w, { action: 'reduce', share: 2 }) }),
  },
  {
    what: 'a time that is none',
    status: 400,
    says: 'time: send a time such as 2026-11-22T18:00:00Z.',
    call: (w) => ({ body: opening(w, { time: 'yesterday' }) }),
  },
];

/** What is a signal, and not acted on. */
export const REFUSED: Attack[] = [
  {
    what: 'an old time',
    status: 200,
    says: COMES_LATE,
    call: (w) => ({ body: opening(w, { time: w.now(-74_500) }) }),
  },
  {
    what: 'a later time',
    status: 200,
    says: expect.stringMatching(/^its time is (?:[89]|10) s ahead of this server's; at most 5 are taken$/) as string,
    call: (w) => ({ body: opening(w, { time: w.now(9900) }) }),
  },
  {
    what: 'no time',
    status: 200,
    says: 'It does not say when it was made, and this hook takes only signals that do.',
    call: (w) => ({ body: opening(w, { time: undefined }) }),
  },
  {
    what: 'a longer age than the hook’s',
    status: 200,
    says: COMES_LATE,
    call: (w) => ({
      body: {
        tv_instrument: 'XRPUSDT',
        action: 'enter_long',
        bot_uuid: 'mine',
        max_lag: 900,
        timestamp: w.now(-74_500),
      },
    }),
  },
  {
    what: 'a perpetual',
    status: 200,
    says: 'XRPUSDT.P is a perpetual: Tandem trades spot. Send XRPUSDT.',
    call: (w) => ({ body: opening(w, { pair: 'XRPUSDT.P' }) }),
  },
  {
    what: 'another pair',
    status: 200,
    says: 'BTCUSDT is not among the pairs of this hook',
    call: (w) => ({ body: opening(w, { pair: 'BTCUSDT' }) }),
  },
  {
    what: 'a pair that is a path',
    status: 200,
    says: 'Name a coin pair such as XRP_USDT.',
    call: (w) => ({ body: opening(w, { pair: '../../XRP%USDT' }) }),
  },
  {
    what: 'what the hook may not',
    status: 200,
    says: 'this hook may not open',
    call: (w) => ({ path: w.alerts.path }),
  },
  {
    what: 'more than the hook may',
    status: 200,
    says: 'the signal wants 21; this hook takes at most 20',
    call: (w) => ({ body: opening(w, { amount: 21 }) }),
  },
  {
    what: 'no amount',
    status: 200,
    says: 'the signal names no amount, and this hook takes the amount from the signal',
    call: (w) => ({ body: opening(w, { amount: undefined }) }),
  },
  {
    what: 'more than a signal may spend',
    status: 200,
    says: '50.00 USDT is more than the 10 that a signal of this hook may spend',
    call: (w) => ({ path: w.capped.path, body: opening(w, { amount: undefined }) }),
  },
  {
    what: 'short',
    status: 200,
    says: 'Tandem trades spot: it cannot sell what it does not hold.',
    call: (w) => ({ body: { tv_instrument: 'XRPUSDT', action: 'enter_short', bot_uuid: 'mine', timestamp: w.now() } }),
  },
  {
    what: 'another exchange',
    status: 200,
    says: 'the signal is about KRAKEN, and this hook trades on binance',
    call: (w) => ({ body: { action: 'buy', ticker: 'XRPUSDT', exchange: 'KRAKEN', timenow: w.now() } }),
  },
  {
    what: 'another bot’s name',
    status: 200,
    says: 'its bot_uuid is not the alias of this hook',
    call: (w) => ({ body: { tv_instrument: 'XRPUSDT', action: 'enter_long', bot_uuid: 'theirs', timestamp: w.now() } }),
  },
  {
    what: 'nothing to close',
    status: 200,
    says: 'out of step: this hook holds nothing of this pair',
    call: (w) => ({ body: opening(w, { action: 'close' }) }),
  },
  { what: 'a paused hook', status: 200, says: 'this hook is paused', call: (w) => ({ path: w.paused.path }) },
];
