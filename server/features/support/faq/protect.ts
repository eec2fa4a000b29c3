import type { FaqGroup } from '#contracts/support.ts';

export const PROTECT: FaqGroup = {
  id: 'take-profit-and-stop-loss',
  title: 'Take profit and stop loss',
  entries: [
    {
      id: 'set-targets',
      title: 'How do I set a take profit and a stop loss?',
      content:
        'Enter them with the order, or later on the filled row. Set beforehand on a purchase, they are sent together with the entry, so the exchange itself sets them as soon as it fills; beside a grid or a basket with the same coin on the same key they follow the fill, since the exchange would take its fee from the bot’s coins. Each must be at least three price steps away from the market.',
    },
    {
      id: 'exit-plan',
      title: 'Can I take profit in several steps, or have the stop follow the price?',
      content:
        'Yes, with an exit plan: press "Exit plan" in the order form, or "Targets in detail" on the row. It takes up to five take profits, each with its share, and one stop that may move to the break-even, after each take profit, or behind the price at a distance. Before the press you see which part is held by the exchange and which by our server, and what comes out if every take profit fills and if the stop comes first.',
    },
    {
      id: 'time-and-closing-stop',
      title: 'Can a deal end at a time, or only when a candle closes?',
      content:
        'Both, in an exit plan. A time ends it at market, or only if it is in profit then. A stop that waits for the close of a candle is watched by our server, and an emergency stop further away rests on the exchange meanwhile. An order that has not filled can expire as well: press "Expires" in the form.',
    },
    {
      id: 'loss-limits',
      title: 'Can I limit what a day may lose?',
      content:
        'Account page, Sign-in and security, Loss limits: an amount or a percentage, for one key or for all, of the day (UTC) or from the highest value. Once it is reached no new entry is placed and bots are paused; if you chose so, everything is closed at market as well. You are told by every way that you have set up.',
    },
    {
      id: 'server-down',
      title: 'Do my targets hold while Tandem is down?',
      content:
        'Yes, where the row says "Protected by the exchange": the targets are orders there and need neither our server nor your phone. "Protected by this server" means that we watch the price ourselves, because the exchange cannot hold such an order, or not yet. "Unprotected", in red, means that nothing does. "Protection unknown" stands there after a restart or a lost connection, as a rule for a second: until the exchange has said which of the orders still rest.',
    },
    {
      id: 'one-cancels-other',
      title: 'What becomes of the other target when one fills?',
      content:
        'The exchange cancels it: take profit and stop loss rest there as one pair of which only one can fill. Where an exchange has no such pair, our server cancels the other and the row says that it does.',
    },
    {
      id: 'change-targets',
      title: 'Can I change or remove targets?',
      content:
        'Yes, on the row, as long as the block is open. The old pair is canceled, that is confirmed, and the new one is placed; for that moment the row says "Unprotected while targets change". If the new pair is refused, the old one is put back.',
    },
    {
      id: 'close-now',
      title: 'How do I get out at once?',
      content:
        'Press Close at the end of the row (on a phone, press the row first), then press "Close block". Where a part of the entry is not filled yet, choose "Close at market" first. Its targets are canceled and what the block still holds is sold at market, or bought back for a sell block, on the main key and on every copy. A market order takes the best prices there are, which in a thin market may be worse than the last one shown.',
    },
    {
      id: 'stop-loss-price',
      title: 'Can a stop loss fill below its price?',
      content:
        'It can. When the price is reached the position is sold for what the market then pays, and in a fast fall that is less. A stop loss limits a loss; it does not promise a price.',
    },
  ],
};
