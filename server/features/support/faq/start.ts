import type { FaqGroup } from '#contracts/support.ts';

export const START: FaqGroup = {
  id: 'how-to-start',
  title: 'How to start',
  entries: [
    {
      id: 'what-is-tandem',
      title: 'What does Tandem do?',
      content:
        'Tandem places spot orders on your exchange for you, protects them with a take profit and a stop loss, repeats them on the keys that follow yours, runs bots, acts on signals, and tells you when a price is reached.\n\nYour coins stay on your exchange. Tandem works through an API key that may read and trade, and never through one that may withdraw.',
    },
    {
      id: 'begin-in-a-minute',
      title: 'How do I place my first order?',
      content:
        'Sign up with a name, an e-mail and a password. The next screen says how to begin:\n\n- On a site that trades on paper, press Trade on paper now: it opens a funded paper account and the order form with an example that you only have to send.\n- Connect an exchange: the key dialog says which permissions to tick and which to leave off.',
    },
    {
      id: 'paper-trading',
      title: 'What is paper trading?',
      content:
        'Practice with play money: 10,000 USDT, 10,000 XRP, 1 BTC, 10 ETH and 10 BNB. Prices move, orders fill in whole or in part, and fees are counted as on a real exchange, but nothing is bought or sold anywhere.\n\nWhile a site trades on paper, every screen says so, and a paper account can be reset to its first balances at any time on the API page. A site in live mode has none.',
    },
    {
      id: 'need-exchange-account',
      title: 'Do I need an account on an exchange?',
      content:
        'Not on a site that trades on paper. To trade with real money you need an account of your own on an exchange that the site supports, with coins in its spot wallet, and an API key of that account.',
    },
    {
      id: 'live-mode',
      title: 'How do I trade with real money?',
      content:
        'On a site that runs in live mode. A site that says "Paper trading" never reaches a real exchange, so never enter a real key there.\n\nWhoever runs the site switches live mode on at its start with EXCHANGE_MODE=live. From then on the API page connects your own account: Add API takes a key that may read and trade spot, and refuses one that may withdraw.',
    },
    {
      id: 'install-the-app',
      title: 'How do I install it on my phone?',
      content:
        'Open the menu and press Install. Where a browser cannot do it by itself, the steps are shown: on an iPhone or iPad it is Share, then Add to Home Screen.\n\nInstalled, it opens without a browser bar, and without a network it shows this page and what you have read in the last 7 days: blocks, history, alerts, bots and signal hooks. On an iPhone or iPad it is what makes notifications possible.',
    },
    {
      id: 'trading-bots',
      title: 'Is there a bot that trades for me?',
      content:
        'Yes. On the Bots page you choose a template such as a grid, see what it would place, cost and lose at worst, and start it; each deal and each decision can be read there. Its stop conditions are watched on every trade. Take profits and stop losses, copies of your deals, and alerts work while you sleep as well.',
    },
    {
      id: 'what-does-it-cost',
      title: 'What does Tandem cost?',
      content:
        'Nothing. There is no subscription and no share of your profit. Your exchange charges its own fee for each trade; the form shows it before you send the order. If you want to help, the Donate page says how.',
    },
  ],
};
