import type { PageContent } from './content.ts';

const risk: PageContent = {
  path: '/risk-disclosure',
  title: 'Risk Disclosure',
  description: 'What can go wrong when you trade with Tandem.',
  lead: 'You can lose all the money that you trade with. Do not trade with money that you need.',
  parts: [
    {
      title: 'Prices',
      lines: [
        'Crypto-assets move fast, at any hour, and may stop being traded at all. The past says nothing about tomorrow.',
        'An entry may be filled in part, later than you think, or never.',
      ],
    },
    {
      title: 'Take profit and stop loss',
      lines: [
        'A stop loss limits a loss but does not prevent it: in a fast market it may be filled at a worse price.',
        'Targets that rest on the exchange work while this server is down. Where an exchange cannot hold both, this server watches one of them; the row says so.',
        'If you cancel an order on the exchange yourself, the block is left unprotected. Its row says so once it is noticed.',
      ],
    },
    {
      title: 'Copies',
      lines: [
        'A copy is placed after the main deal and may get another price, another size, or be skipped. Each skip is shown with its reason.',
        'If you add another person’s key, you need that person’s permission, and you may need a license where you live.',
      ],
    },
    {
      title: 'Bots, backtests and signals',
      lines: [
        'A bot trades by its rules, also while you sleep and when they no longer fit the market. It may lose all that you gave it.',
        'Stop conditions are watched by this server. While it is down, only the orders that rest on the exchange work.',
        'A backtest, and the figures of a shared bot, show the past. What earned then may lose now.',
        'A signal is acted on within what its hook allows, also where its sender is wrong. Anyone who has the address of a hook can send one.',
      ],
    },
    {
      title: 'Technical failures',
      lines: [
        'Exchanges, networks and this server fail at times. An order whose answer is lost is looked up and not sent twice, and until then its state is shown as unconfirmed.',
        'Alerts pass through third-party services and may be late or lost. Do not rely on an alert as your only protection.',
      ],
    },
    {
      title: 'Paper trading',
      lines: ['Its prices and fills are simulated. A gain there does not mean a gain on a real exchange.'],
    },
    {
      title: 'No advice',
      lines: [
        'Tandem carries out what you decide. Nothing on this site is a recommendation to buy or to sell.',
        'You are responsible for taxes on your profits.',
      ],
    },
  ],
};

const privacy: PageContent = {
  path: '/privacy',
  title: 'Privacy policy',
  description: 'What Tandem stores about you, who else sees it, and how to download or delete it.',
  lead: 'We store what trading needs and nothing for advertising. There are no trackers, no analytics and no third-party scripts on this site.',
  parts: [
    {
      title: 'What is stored',
      lines: [
        'Your name, e-mail, Telegram handle and the picture you chose. Your password only as an argon2id hash, which cannot be reversed.',
        'Your API keys. Each secret is encrypted with a data key of your own, and it is never shown again on any page, in any log or file.',
        'Your orders with their fills, fees, tags and notes, your alerts with their comments, your order and loss limits, what your keys were worth over time, and the devices that you turned notifications on for.',
        'Your bots with their settings, orders, deals and logs, the links to those that you shared, your backtests, and the files of prices that you uploaded.',
        'Your signal hooks with each signal, its text and the address of its sender. Your endpoints with the events that were sent to them.',
        'The uses of your API tokens: hour, call and address. Of a token itself only a hash.',
        'Your signed-in devices and an activity list: time, address and browser of each sign-in and of each change that matters.',
      ],
    },
    {
      title: 'Who else sees what',
      lines: [
        'Your exchange sees the orders that you place through us.',
        'The push service of your browser delivers notifications that it cannot read. Telegram and your mail provider can see the messages they deliver.',
        'If you sign in with Google, Google knows that you do.',
        'Your endpoints receive the events that you chose for them. A person with the link to a bot that you share sees its pair and settings, and its result in percent if you ticked that, but no name, key or amount.',
        'No one else. We sell no data and share none unless required by law.',
      ],
    },
    {
      title: 'How long',
      lines: [
        'A sign-in ends after 30 days, or after 7 days without use.',
        'Signals are stored for 90 days, or until what they opened is closed; uses of API tokens for 90 days; events sent to endpoints for 30 days; notifications for 7 days; the last 50 backtests; the worth of a key for 32 days by the hour and 5 years by the day.',
        'Everything else is stored until you delete it or your account.',
      ],
    },
    {
      title: 'What you can do',
      lines: [
        'Download all of it: Account page, Your data.',
        'Delete your account there: keys, sessions, devices, orders, bots, hooks and everything personal are erased at once.',
        'See and end any signed-in device, and unlink Telegram or Google, at any time.',
      ],
    },
  ],
  next: { to: '/cookies', label: 'What is stored in your browser' },
};

const cookies: PageContent = {
  path: '/cookies',
  title: 'Cookie settings',
  description: 'Cookies and other data that Tandem stores in your browser.',
  lead: 'There is nothing to switch off here: the site sets only necessary cookies and no third-party cookies.',
  parts: [
    {
      title: 'Cookies',
      lines: [
        'session: keeps you signed in. It is set when you sign in and gone when you log out. No script can read it.',
        'device: recognizes a browser that you used before, so that we can notify you of a sign-in from a new one.',
        'google and google-step: only while you sign in with Google, if the site offers that. They last for minutes.',
      ],
    },
    {
      title: 'Stored in this browser',
      lines: [
        'The theme that you chose, whether you were signed in (for the first paint only), which hints you have dismissed, your favorite pairs, and how you set up charts, tables and panes.',
        'Until you sign out: what you have read, for 7 days, so that you can read it offline; drafts of orders; lines drawn on charts; changes of alerts that wait for a connection.',
        'The code of this site, so that it opens without a network.',
        'None of it is sent to anyone. Clearing the data of this site in your browser’s settings removes it all and signs you out.',
      ],
    },
    {
      title: 'What you can set',
      lines: ['The theme: Account page, Appearance. Notifications on your devices: Account page, Notifications.'],
    },
  ],
};

const usage: PageContent = {
  path: '/usage-policy',
  title: 'Usage policy',
  description: 'What Tandem does with an API key that you add, and what it never does.',
  lead: 'What you agree to when you add an API key.',
  parts: [
    {
      title: 'What Tandem does with your key',
      lines: [
        'It reads your balances and the state of your orders.',
        'It places, changes and cancels the spot orders, take profits and stop losses that you request.',
        'It trades by the bots that you start, with the money that you give them, and by signals and API tokens within what you allow them.',
        'On a copy key it repeats the deals of the main key for as long as its switch is on, by the copy rule that you set.',
      ],
    },
    {
      title: 'What it never does',
      lines: [
        'It withdraws nothing: a key that may withdraw is refused, and one that gains that right later is no longer used.',
        'It trades nothing but spot: no margin, no futures.',
        'It never shows the secret. The secret is encrypted on arrival and appears in no page, log or export.',
      ],
    },
    {
      title: 'What remains your responsibility',
      lines: [
        'The decision to trade and its result. Prices move, orders may fill in part or not at all, and a copy may differ from the main deal.',
        'The rules of your bots, and who knows the address of a hook or an API token of yours.',
        'The key. Delete it here and on the exchange whenever you like; its secret is erased here at once.',
        'Your exchange’s terms: use only keys of accounts that you may trade on.',
      ],
    },
  ],
};

export const LEGAL: readonly PageContent[] = [risk, privacy, cookies, usage];
