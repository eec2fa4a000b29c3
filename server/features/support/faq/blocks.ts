import type { FaqGroup } from '#contracts/support.ts';

export const BLOCKS: FaqGroup = {
  id: 'change-join-and-close',
  title: 'Change, join and close blocks',
  entries: [
    {
      id: 'change-order',
      title: 'Can I change an order that waits?',
      content:
        'Yes: press Edit on its row (on a phone, press the row first) and enter another price or amount, or drag its line in the chart. Both ask you to confirm. The order is canceled, and placed anew once that is confirmed, so it goes to the end of the queue at its price. What has filled stays as it is, and copies follow by their own amounts. A ladder and an order that waits for a price to be reached cannot be changed: remove them and place them again.',
    },
    {
      id: 'close-a-part',
      title: 'Can I close a part of a block?',
      content:
        'Yes: press Close on its row, choose 25%, 50% or 75% or enter an amount, and press "Close part". That much is sold at market, or bought back for a sell block, each copy closes the same share of what it holds, and the rest keeps its targets. The part and the rest must both be large enough for the exchange; a copy for which they are not stays whole, and its row says so. Where the entry is not filled completely, cancel what is left of it first.',
    },
    {
      id: 'close-all',
      title: 'What does "Close all" close?',
      content:
        'Above the rows on Markets, all open blocks of that pair and tab on your active key, with their copies and with the deals of bots among them: what they hold is sold at market, or bought back, and what waits is canceled. You see the amounts before you confirm. What cannot be closed now stays open.\n\nOn the Bots page, every active bot stops: their orders come down, and you choose what becomes of their coins. The dialog says for each bot what that comes to; one that cannot end that way keeps its coins.',
    },
    {
      id: 'join-blocks',
      title: 'How do I join several blocks into one?',
      content:
        'Press Average on Markets (on a phone, press the three dots beside the price first) and choose "Average All" for all blocks of the tab, or "Choose average" to tick some of them, 2 to 20 in either case. The new block has one amount, one average price and one break-even. Nothing is traded, and no result is booked. The targets of the old blocks are taken down: enter new ones in the dialog, or there are none. Filled blocks are joined that have the same pair, key and earned currency, none of a bot, and none of which a target has filled or a part was closed; the dialog says why a block stays as it is. Each copy key joins what it has of them.',
    },
    {
      id: 'split-block',
      title: 'How do I split a block?',
      content:
        'Press Average on Markets, then "Split position". Choose the block, and 2 to 5 parts with the share of each. Nothing is traded, and no result is booked. Each part becomes a block of its own with the targets of the old one, and must be large enough for an order. Average joins them again.',
    },
    {
      id: 'lower-average',
      title: 'How much must I buy to lower my average price?',
      content:
        'Press Average on Markets, choose "Average All" or "Choose average", and open "Bring the average to" in the dialog. Enter the average that you want, and a lower price at which you would buy. You see how much you have to buy, what it costs, and what a coin has cost you then. "Fill the order form" takes it over; nothing is ordered until you send the form. Once that order has filled, join it with the others.',
    },
  ],
};
