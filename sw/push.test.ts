import { describe, expect, it } from 'vitest';
import { dataOf, pathToOpen, toNotification, windowToFocus } from './push.ts';

const message = {
  web_push: 8030,
  notification: {
    title: 'XRP/USDT rose above 0.52',
    body: 'Now 0.5201 on Binance',
    navigate: 'https://tandem.example/alerts?id=1',
    tag: 'firing-1',
    timestamp: 1_790_000_000_000,
  },
  app_badge: '3',
};

describe('toNotification', () => {
  it('shows the message under the tag of its firing', () => {
    const { title, options, badge } = toNotification(JSON.stringify(message));
    expect(title).toBe('XRP/USDT rose above 0.52');
    expect(options).toMatchObject({
      body: 'Now 0.5201 on Binance',
      tag: 'firing-1',
      timestamp: 1_790_000_000_000,
      data: { navigate: 'https://tandem.example/alerts?id=1' },
    });
    expect(badge).toBe(3);
  });

  it('S-07: keeps an account notice visible, and opens the account page', () => {
    const notice = { title: 'Your password was changed', body: '…', tag: 'notice-7', timestamp: 1 };
    const navigate = 'https://tandem.example/account';
    const { options } = toNotification(
      JSON.stringify({ web_push: 8030, notification: { ...notice, navigate, requireInteraction: true } }),
    );
    expect(options).toMatchObject({ tag: 'notice-7', requireInteraction: true });
    expect(options.actions).toBeUndefined();
    expect(pathToOpen(options.data, 'https://tandem.example')).toBe('/account');
    expect(toNotification(JSON.stringify(message)).options.requireInteraction).toBe(false);
  });

  it('offers the chart, and re-arming only after the last firing', () => {
    const shown = (again: unknown) => {
      const data = { alertId: 'a', firingId: 'f', draft: '/markets/spot/list?price=0.52', again };
      const { options } = toNotification(
        JSON.stringify({ ...message, notification: { ...message.notification, data } }),
      );
      return { titles: options.actions?.map(({ title }) => title), dataOf: dataOf(options.data).alert };
    };
    expect(shown(true)).toMatchObject({
      titles: ['Open chart', 'Again', 'Seen'],
      dataOf: { alertId: 'a', again: true },
    });
    expect(shown(false).titles).toEqual(['Open chart', 'Seen']);
    expect(shown('yes')).toEqual({ titles: undefined, dataOf: undefined });
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['no JSON', 'hello'],
    ['null', 'null'],
    ['a number', '7'],
    ['another shape', '{"title":"x"}'],
    ['half a message', JSON.stringify({ web_push: 8030, notification: { title: 'x' } })],
  ])('still has something to show for %s', (_, payload) => {
    const { title, options } = toNotification(payload);
    expect(title).toBe('Tandem');
    expect(options.body).toMatch(/Open Tandem/);
    expect(options.tag).toBe('tandem');
  });

  it('never shows an empty title', () => {
    const blank = { ...message, notification: { ...message.notification, title: ' ' } };
    expect(toNotification(JSON.stringify(blank)).title).toBe('Tandem');
  });

  it.each(['', '-1', '1.5', 'many', '99999999999999999999'])('ignores the badge %j', (app_badge) => {
    expect(toNotification(JSON.stringify({ ...message, app_badge })).badge).toBeUndefined();
  });

  it('reads a badge of zero, which clears it', () => {
    expect(toNotification(JSON.stringify({ ...message, app_badge: '0' })).badge).toBe(0);
  });
});

describe('pathToOpen', () => {
  const origin = 'https://tandem.example';
  it.each([
    ['https://tandem.example/alerts?id=1#x', '/alerts?id=1#x'],
    ['/markets/spot/list', '/markets/spot/list'],
    ['https://evil.example/alerts', '/alerts'],
    ['//evil.example/x', '/alerts'],
    ['javascript:alert(1)', '/alerts'],
    ['http://', '/alerts'],
  ])('opens for %s the path %s', (navigate, path) => {
    expect(pathToOpen({ navigate }, origin)).toBe(path);
  });
  it.each([undefined, null, 'text', {}, { navigate: 5 }])('opens the alerts for %j', (data) => {
    expect(pathToOpen(dataOf(data), origin)).toBe('/alerts');
  });
});

describe('windowToFocus', () => {
  const hidden = { focused: false, visibilityState: 'hidden' } as const;
  const visible = { focused: false, visibilityState: 'visible' } as const;
  const focused = { focused: true, visibilityState: 'visible' } as const;
  it('prefers the focused one, then a visible one', () => {
    expect(windowToFocus([hidden, visible, focused])).toBe(focused);
    expect(windowToFocus([hidden, visible])).toBe(visible);
    expect(windowToFocus([hidden])).toBe(hidden);
    expect(windowToFocus([])).toBeUndefined();
  });
});
