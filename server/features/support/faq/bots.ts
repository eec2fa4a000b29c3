import type { FaqGroup } from '#contracts/support.ts';

export const BOTS: FaqGroup = {
  id: 'bots',
  title: 'Bots and backtests',
  entries: [
    {
      id: 'what-is-a-bot',
      title: 'What does a bot do?',
      content:
        'It trades on one of your keys, with the money that you give it, by rules that you choose before it starts. Each order is listed with the reason for it. No type earns in every market: the Bots page shows with a picture what each of them does when the price rises, falls or stays.',
    },
    {
      id: 'grid-bot',
      title: 'How does a grid bot earn?',
      content:
        'Its lines divide a range of prices into steps. Each level buys at one line and sells at the next one above it, again and again. A price that moves up and down within the range earns. A price that falls below the range leaves the bot with the coins that it bought on the way, and that loss may be larger than all it has earned. A step that would not pay its fees is refused, and the form says how many steps are possible.',
    },
    {
      id: 'other-lines',
      title: 'What do inverse, imbalance and trend grids, steps and ranges do?',
      content:
        'An inverse grid starts with coins, sells and buys back, and earns the coin. An imbalance grid has more money on its lower lines. The lines of a trend grid follow a rising price, and stay where they are when it falls. Steps sell in parts on the way up and buy each part back lower. A range works only while the price is between two borders.',
    },
    {
      id: 'averaging-bot',
      title: 'What does an averaging bot risk?',
      content:
        'It buys a first amount and rests further purchases below it, so that a fall lowers the average price, and one take profit above the fees ends all of it. If the price falls below the last purchase, its stop sells everything at a loss that the receipt names beforehand. The money for all purchases is kept from the start. Without a stop it starts only if you tick that you accept to lose all of it.',
    },
    {
      id: 'smart-money-bot',
      title: 'What does a smart money bot look at?',
      content:
        'At bars with a volume far above the usual one, and at whether buyers or sellers took it. If enough of the last bars stand out and buyers prevail, it buys near the average price of those bars, with a stop and a take profit from the first moment. Who traded cannot be seen, and such a bar may be wrong as often as right. A signal that it learns of too late, for example after a pause, is listed under Why and not traded. It needs an exchange that says what buyers took: Binance does, and so does paper trading where a site offers it.',
    },
    {
      id: 'turtle-bot',
      title: 'What does a smart money bot with turtle do?',
      content:
        'Smart money says when, the breakout says where. While a signal is new, an order waits on the exchange one step above the highest price of the last 20 bars, and moves with each bar; it is taken off when the signal is too old. A market that jumps more than half a percent above it is not chased. What it buys first is sized so that its stop loses the part of the money that you set. As the price rises it adds further units, each with the same stop rules. One stop for all of it rests on the exchange: two usual ranges below the last unit, or at the lowest price of the last ten bars, and it only goes up. A unit gets its stop when it has filled: if this server is away then, there is none until it is back.',
    },
    {
      id: 'signal-bot',
      title: 'How does a signal bot go with a hook?',
      content:
        'Start the bot first, then choose it under "Trades with" in a hook of the Signals page. The hook says when: open, add, reduce, close. The bot says how much, with which take profit and stop, and how many deals may be open. So a signal can never spend more than the bot was given. What is left of it when it has stopped is yours, and signals that come after that are refused and listed.',
    },
    {
      id: 'basket-bot',
      title: 'What does a basket do?',
      content:
        'It keeps 2 to 10 coins in the parts that you set, for example half in BTC and half in ETH. When a part has drifted too far, or at the times that you set, it sells what is too much and buys what is too little with it. It earns nothing by itself: the detail compares it with just holding the first mix. If one of its pairs stops trading, all of it waits and says which.',
    },
    {
      id: 'bot-on-copy-keys',
      title: 'Does a bot work on my copy keys too?',
      content:
        'Yes, if you tick "Also on copy keys" before you start it. A bot with levels then has a run of its own on each copy key that is switched on, at the same prices and with its share of what that key has free. The receipt says what each key gets and why one is skipped; a key that joins the group later takes no part. The deals of averaging, smart money and signal bots are copied as your own orders are. If you switch a copy key off, its run pauses. A basket works on one key only.',
    },
    {
      id: 'change-lines',
      title: 'Can I change the lines of a bot while it runs?',
      content:
        'Yes, for grids, steps, levels and ranges: press Detail on its card, then "Change lines". One press ends the bot with its coins kept and starts another one with these coins and this money, and each keeps its own books. Before the press you see what both of them do. If the new lines cannot start by then, the coins are kept and the new lines are saved as a draft. You can change the name, the stop conditions and the notifications of any bot without that.',
    },
    {
      id: 'share-a-bot',
      title: 'Can I share a bot?',
      content:
        'Yes, by a link: press Detail on its card, then Share, then "Make a link". It shows the pair, the settings and the stop conditions, but no amounts, no name, no key, and not who you are. Anyone who is signed in here can open it as a draft and enters amounts of their own. Its total result in percent and its worst drawdown are shown only if you tick that, and then as this site has measured them. "Take it back" ends the link.',
    },
    {
      id: 'bot-money',
      title: 'Which money does a bot use?',
      content:
        'What you give it at the start, and nothing else. That amount is kept for the bot: your own orders, copies and other bots leave it alone, and the order form says how much is kept. What it earns stays with the bot until it stops.',
    },
    {
      id: 'bot-results',
      title: 'Why does a bot show three results?',
      content:
        'The total is what the bot has now, less what you gave it. It is the sum of two parts: finished rounds, which are purchases and sales after their fees, and the position, which is what its coins have gained or lost since. A bot with fine rounds can still be at a loss, and here you see it. "Just holding" is what the same money would have come to in coins.',
    },
    {
      id: 'stop-a-bot',
      title: 'What becomes of the coins when a bot stops?',
      content:
        'You choose, and the dialog shows both in amounts: keep them, or trade them back at market. Its orders are canceled first; what has filled by then is part of its result. A stop condition that you set has such a choice too.',
    },
    {
      id: 'bot-without-us',
      title: 'Does a bot go on while Tandem is down?',
      content:
        'Its orders rest on the exchange and fill there. The levels nearest to the market carry their next order with them, which the exchange places by itself; all others go on once our server is back. Stop conditions are watched by our server: one that was passed meanwhile is found in the prices of the exchange. If the price is still beyond it, the bot stops; if it has come back, you are asked.',
    },
    {
      id: 'bot-needs-you',
      title: 'Why does a bot need me?',
      content:
        'Something happened that it will not decide alone: its coins or its money were moved, one of its orders was canceled on the exchange by hand, a stop was passed while our server was away, or its next deal or rebalancing is beyond your order limits. It says what it saw and offers the choices. Until you choose, what rests stays and nothing new is placed.',
    },
    {
      id: 'bot-notices',
      title: 'When does a bot notify me?',
      content:
        'When it needs you, stops by a rule, has been outside its lines for an hour, or found late that a stop was reached. Under "Tell me when" in its detail you switch these, and notices of its start, a pause and its rounds. In quiet hours starts and rounds show on open pages alone; all others come through.',
    },
    {
      id: 'halted-pair',
      title: 'What does a bot do when its pair is halted or delisted?',
      content:
        'While the exchange halts a pair, the orders of the bot stay there until their time is over, if they have one, and it places no new ones; it goes on by itself once the pair trades again. A basket pauses as a whole and says which pair it waits for. Signals that buy, reduce or set targets are refused meanwhile; one that closes waits for the pair, until it is too old. If the exchange no longer lists the pair, the bot stops and you keep its coins; if our server was away at that moment, the bot asks you. A basket with such a pair waits until you stop it.',
    },
    {
      id: 'no-futures',
      title: 'Why can the Future grid bot not be started?',
      content:
        'It needs futures, and Tandem trades spot only: nothing is borrowed and nothing can be liquidated. The nearest are the grid bot for a rising or level market, and the inverse grid bot for a falling one.',
    },
    {
      id: 'paper-twin',
      title: 'What is the paper twin of a bot?',
      content:
        'It runs the settings of your bot again, with play money, on the prices of the exchange since the bot began. Press Detail on its card, then Trust, then "Run a twin on paper": every site has it, also in live mode. It places no orders, is computed again every five minutes, and shows how far its result is from that of the bot and why. You can ask for it at any time; "End the twin" changes nothing of the bot.',
    },
    {
      id: 'own-prices',
      title: 'Can a backtest use prices of my own?',
      content:
        'Yes: drop files of bars or trades in the format of data.binance.vision on the Backtests page, under "Your files of prices". They can be chosen in each run of a bot on their pair.',
    },
    {
      id: 'trust-a-backtest',
      title: 'How far can I trust a backtest?',
      content:
        'It runs the rules that trade, on the prices of the exchange, with fees, minimums and steps. A bar does not say in which order its prices came, so each backtest is made twice, with the better and the worse reading, and the worse one counts. Smart money goes by what buyers took of each bar, which Binance, a site in paper mode and files of klines tell. A basket looks at each minute’s close there as well, with the prices of all its pairs. A signal bot is not run over the past: what its hook would have been sent is not known. A search over settings keeps a part of the time back that chose nothing. The past is still not the future: the Trust tab of a bot compares what its own time would have come to with what really happened, and says what makes the difference; of a signal bot with its signals as they came.',
    },
  ],
};
