import type { PageContent } from './content.ts';

const help: PageContent = {
  path: '/help',
  title: 'Help center',
  description: 'Where to find an answer, and what to do when something does not work.',
  lead: 'Most answers are on the FAQ page, which you can search. Below is what you may need in a hurry.',
  parts: [
    {
      title: 'I want everything to stop',
      lines: [
        'Account page, Sign-in and security, Emergency stop: press "Switch my trading off". From then on no orders are placed for you, on any key. Open orders stay on the exchange, but for those of bots where their tick is set.',
        'To cancel an order, press Remove on its row on Markets. To close a filled deal, press Close on its row, then press "Close block". "Close all" ends all blocks of a pair and tab.',
        'If this site cannot be reached, do both on your exchange. When it is back, it compares every block and says what changed.',
      ],
    },
    {
      title: 'A bot does what I do not want',
      lines: [
        'Bots page: press Detail on its card, then Pause, and have its orders taken down. Coins and money stay with the bot, and nothing is sold.',
        'To move its lines, press "Change lines": the bot ends with its coins kept, and another one starts with them.',
        'To end it, press Stop and choose what becomes of its coins; both choices are shown in amounts.',
        '"Switch my trading off" keeps every bot from placing new orders. Where its tick is set, bots are paused as well and their orders are taken down.',
      ],
    },
    {
      title: 'A key is refused',
      lines: [
        'It must be able to read and to trade spot, and it must not be able to withdraw. The dialog names the box to tick on the exchange.',
        'If the exchange asks for an address that may use the key, copy the one in the dialog.',
        'Save the secret: exchanges show it once. If you lose it, create another key.',
      ],
    },
    {
      title: 'I cannot sign in',
      lines: [
        '"Forgot password ?" on the sign-in screen sends a link to your e-mail. It works once, for half an hour.',
        'Without your authenticator, use one of the ten recovery codes that you saved. Each works once.',
        'After ten wrong passwords you have to wait some minutes. This cannot be used to lock you out.',
      ],
    },
    {
      title: 'No alert arrives',
      lines: [
        'Account page, Notifications: send yourself a test. The list shows each device and its last delivery.',
        'On an iPhone or iPad, add Tandem to the home screen first; without that the system allows no notifications.',
      ],
    },
  ],
  next: { to: '/faq', label: 'Search the FAQ or write to us' },
};

const learn: PageContent = {
  path: '/learn',
  title: 'Learn',
  description:
    'The terms that you need to trade with Tandem: order block, target, exit plan, copy key, bot, deal, basket, backtest, signal, alert.',
  lead: 'These are the terms that you will see on the screens.',
  parts: [
    {
      title: 'Order block',
      lines: [
        'One position on one row: the entry order, its take profit, its stop loss and its result.',
        'The entry is a limit order: you name the price, and it is filled at that price or a better one, possibly in parts.',
        'Example: buy 240 XRP at 0.4168. The form shows its cost, its fee and its break-even price.',
        'It can also be a ladder, which is 2 to 10 limits, or wait until a price is reached, or follow the price.',
        'Average joins several filled blocks into one, and splits one into several. Nothing is traded for that.',
      ],
    },
    {
      title: 'Take profit and stop loss',
      lines: [
        'Two orders that end the deal: one at a better price, one at a worse price that limits the loss.',
        'If the exchange can hold both as a pair, it does. Otherwise this server watches one of them. The row says which.',
      ],
    },
    {
      title: 'What you earn: base or counter currency',
      lines: [
        'In XRP/USDT, XRP is the base and USDT the counter currency.',
        'Earning USDT, the target sells all that was bought. Earning XRP, it sells only what brings the USDT back, and the rest stays yours.',
      ],
    },
    {
      title: 'Main key, copy key, group',
      lines: [
        'The main key places your deal. Its copy keys repeat it, each in proportion to its own free balance. Together they are a group.',
        'A new group copies nothing until you switch a key on.',
      ],
    },
    {
      title: 'Exit plan',
      lines: [
        'Several take profits with a share each, and one stop that can move to the break-even or follow the price.',
        'Each part says who holds it: the exchange, or this server.',
      ],
    },
    {
      title: 'Bot, level, round',
      lines: [
        'A bot trades by rules, with money that you set aside for it. A grid bot has levels: each buys at one price and sells at a higher one.',
        'A purchase and the sale after it are a round. The result of all rounds and that of the coins still held add up to the total.',
      ],
    },
    {
      title: 'Deal',
      lines: [
        'Averaging, smart money and signal bots open deals. Each deal is an order block of its own, with the exits that you set.',
        'An averaging bot buys a first amount and places further purchases below it. One take profit ends all of them.',
      ],
    },
    {
      title: 'Basket, rebalancing',
      lines: [
        'A basket is a bot that keeps 2 to 10 coins in the parts that you set, for example half in BTC and half in ETH.',
        'When a part has drifted too far, or at the times that you set, it sells what is too much, then buys what is too little.',
      ],
    },
    {
      title: 'Backtest',
      lines: [
        'A backtest runs the rules of a bot on past prices, with fees and the minimums of the exchange. It places no orders.',
        'Each one is run twice, with the better and the worse order of prices within each bar, and the worse result counts.',
      ],
    },
    {
      title: 'Signal hook',
      lines: [
        'An address that TradingView or your own program calls. What a call may do is set by you, not by its message.',
        'A new one is a dry run: it shows what it would do, and trades nothing.',
      ],
    },
    {
      title: 'Alert',
      lines: [
        'What you want to be notified of, with a comment for yourself: a price, a move, a volume, an indicator, a line that you drew, a time, or a coin that is listed.',
        'At a price it fires when that is crossed, rising, falling or either way. If the price has passed it already, it waits for the next crossing.',
      ],
    },
  ],
  next: { to: '/signup', label: 'Get started' },
};

const suggestions: PageContent = {
  path: '/suggestions',
  title: 'Suggestions',
  description: 'How to tell us what you miss in Tandem.',
  lead: 'Tell us what you tried to do, what you expected, and what happened instead.',
  parts: [
    {
      title: 'How to send one',
      lines: [
        'Use the form at the end of the FAQ page. A screenshot helps; hide anything private.',
        'We never need your password, a recovery code or the secret of a key. Anyone who asks for one is not us.',
      ],
    },
    {
      title: 'What makes it easy to act on',
      lines: [
        'The page and the pair, for example Markets, XRP/USDT.',
        'The time, to the minute, so that we can find it in our log.',
        'One suggestion per message. Small ones are done sooner.',
      ],
    },
  ],
  next: { to: '/faq', label: 'Open the form' },
};

export const SUPPORT: readonly PageContent[] = [help, learn, suggestions];
