import type { PageContent } from './content.ts';

const investors: PageContent = {
  path: '/investors',
  title: 'For investors',
  description: 'How to follow a trader on Tandem, and who holds your money.',
  lead: 'You have money on an exchange and want to follow the deals of a trader you know. This is how it works.',
  parts: [
    {
      title: 'Your money stays in your account',
      lines: [
        'Tandem holds no coins. You make an API key on your own exchange account, and the trader adds it as a copy key of theirs.',
        'The key must not be able to withdraw. Such a key is refused when it is added, and one that gains that right later is no longer used.',
        'You see every order on your exchange, and you can delete the key there at any moment. Nothing more is placed from then on.',
      ],
    },
    {
      title: 'How a deal is copied',
      lines: [
        'Each copy is in proportion to what your account holds free, times a multiplier, and never above a ceiling if one is set.',
        'A copy below the minimum order of the exchange is skipped. It is shown as skipped, with the reason.',
        'Take profit and stop loss are set on your copy as on the main deal, and wait on your exchange.',
      ],
    },
    {
      title: 'What to ask a trader first',
      lines: [
        'How much of the account may one deal take, and what ceiling does your key have?',
        'Where is the stop loss, and how much money would it cost you?',
        'May you see the history? Every fill and every fee is in a file that the trader can download.',
      ],
    },
  ],
  next: { to: '/risk-disclosure', label: 'Read the risk disclosure' },
};

const brand: PageContent = {
  path: '/brand',
  title: 'Our brand',
  description: 'The name Tandem, its mark, and how both may be used.',
  lead: 'A tandem is ridden by two: one steers, the other follows on the same way.',
  parts: [
    {
      title: 'The mark',
      lines: [
        'Two chevrons, one riding behind the other. The first is the deal, the second the copy.',
        'Keep a quarter of its height free around it. Do not turn it, outline it or put it on a busy picture.',
        'It works down to 16 pixels. Below that, use the name alone.',
      ],
    },
    {
      title: 'The colors',
      lines: [
        'Lime #cdf24e on night #0d1117, or night on white. Blue stands for buying and orange for selling, here and on every screen.',
        'Color never says something alone: profit and loss carry a sign and an arrow as well.',
      ],
    },
    {
      title: 'Using the name',
      lines: [
        'Write Tandem, with a capital T. You may say that something works with Tandem when it does.',
        'Do not use the name or the mark for another trading service, a coin, or an address that asks for donations.',
      ],
    },
  ],
};

const announcements: PageContent = {
  path: '/announcements',
  title: 'Announcements',
  description: 'What is new in Tandem.',
  lead: `This site runs version ${__APP_VERSION__}.`,
  parts: [
    {
      title: 'New in version 2.1',
      lines: [
        'Exit plans: up to five take profits, a stop that moves or follows the price, an end at a time.',
        'Bots: grids, averaging, steps and levels, baskets, and bots that trade on signals. Most can be tried on past prices first.',
        'Webhooks for signals from TradingView and other services, API tokens, and webhooks for your own programs.',
        'An overview of all keys, a page for the history, an order book, indicators, and lines to draw on the chart.',
        'Loss limits for a day or from the highest value, for one key or the whole account.',
      ],
    },
    {
      title: 'New in version 2.0',
      lines: [
        'Order blocks: an entry with its take profit and stop loss, which rest on the exchange while you are away.',
        'Copies: one deal repeated on many keys, each in proportion to its own balance, with a maximum if you like.',
        'Alerts on your phone by push or Telegram, also for prices that were reached while the site was down.',
        'Paper trading on sites that run in paper mode: a funded practice account with one press, moving prices, and the fees and rules of a real exchange.',
        'Passkeys, two-factor sign-in, a list of your devices, and a switch that stops all your trading at once.',
      ],
    },
    {
      title: 'Known limits',
      lines: [
        'While the site is down, bots place no new orders. Those on the exchange still fill, and the ones nearest to the market carry their next order with them.',
        'Futures cannot be traded. Markets shows the choice, but it cannot be selected.',
      ],
    },
  ],
};

export const ABOUT: readonly PageContent[] = [investors, brand, announcements];
