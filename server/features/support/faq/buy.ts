import type { FaqGroup } from '#contracts/support.ts';

export const BUY: FaqGroup = {
  id: 'buy-coins',
  title: 'Buy coins',
  entries: [
    {
      id: 'how-to-buy',
      title: 'How do I buy a coin?',
      content:
        'Open Markets and choose a pair, such as XRP/USDT. Enter the price you want and how much you want to spend, read the receipt below the form, and press Buy. A limit order is placed on the exchange: it fills at your price or a better one, or it waits.',
    },
    {
      id: 'what-is-a-block',
      title: 'What is an order block?',
      content:
        'One deal from beginning to end: the entry, its take profit and stop loss, and the same deal on every copy key. A block is worked on as a whole: what you set, close or remove applies to the main order and to all its copies. When it ends it moves to History with its result.',
    },
    {
      id: 'order-minimum',
      title: 'Why is my order too small?',
      content:
        'Exchanges refuse orders below a value of their own, often 5 USDT, and every take profit and stop loss is an order too. "Total value of the order should be more than 6USDT" therefore means that the entry, or what a stop loss would still bring in, is below that. Spend a little more, or set the stop loss less deep.',
    },
    {
      id: 'price-and-lot-steps',
      title: 'Why was my price or quantity changed?',
      content:
        'Every pair has a smallest step for its price and for its quantity. The quantity is your total divided by the price, rounded down to that step, so an order never costs more than you entered. At 0.5200, 100 USDT buy 192.3 XRP for 99.996; the rest stays yours.',
    },
    {
      id: 'fees',
      title: 'How are fees counted?',
      content:
        'On a purchase the exchange takes its fee from the coins you receive, on a sale from the money you receive, unless you pay fees in BNB there. Quantities of targets are what is left after the fee, and profit is shown with the fees taken off, from the trades that really happened.',
    },
    {
      id: 'partly-filled',
      title: 'What happens when an order fills only in part?',
      content:
        'The filled part becomes a position, and the rest goes on waiting. Targets cover what is filled and follow as more fills. If you remove the entry, the rest is canceled and what was filled stays as a filled entry. A part that is too small for the exchange to protect is watched by our server, and the row says so.',
    },
    {
      id: 'earn-in',
      title: 'What does "Earn in" choose?',
      content:
        'In which currency you want your profit. On a purchase of XRP for USDT:\n\n- Earn in USDT: the target sells everything that was bought, and the profit is in USDT.\n- Earn in XRP: the target sells only as much as brings back what was spent, fees included, and the XRP left over are the profit.',
    },
    {
      id: 'waiting-order',
      title: 'Can an order wait until a price is reached, or follow it?',
      content:
        'Yes: enter that price in the order form and press "When reached". A purchase above the market waits for a rise, one below it for a fall. The exchange holds the order; once the price is traded, it becomes a limit half a percent beyond it.\n\nTo follow the price, enter a percentage under "Then trail it" as well. From that price on the order follows the lowest price, and buys at market once the price has turned up by so much; a sale follows the highest one. What it buys costs a little less than the total that you typed.\n\nEither takes one of the places that the exchange has on a pair for orders that wait for a price. Take profit and stop loss are placed once it has filled: if our server is away then, there is no stop until it is back.',
    },
    {
      id: 'ladder',
      title: 'What is a ladder?',
      content:
        'An entry of 2 to 10 limits instead of one: press Ladder in the order form and enter the price of the last limit, how many there are, and how many times the money of the first the last one takes, 1 to 5. You see each limit with its amount before you send the order. All of them are placed at once. What has filled is one position at its average price, with one take profit and one stop, or one exit plan; these follow as more fills. A copy takes fewer limits where some would be too small for the exchange.',
    },
    {
      id: 'too-far-from-market',
      title: 'Why does the exchange refuse my price?',
      content:
        'An exchange takes no price too far from the market, and no order that waits for such a price. The refusal names the nearest price that is accepted. For a price beyond it, set an alert and place the order when it fires.',
    },
  ],
};
