import type { FaqGroup } from '#contracts/support.ts';

export const TROUBLE: FaqGroup = {
  id: 'when-something-goes-wrong',
  title: 'When something goes wrong',
  entries: [
    {
      id: 'connection-lost',
      title: 'Can I lose an order when my connection drops?',
      content:
        'An order is written down before it is sent. If the answer of the exchange is lost, it is looked up there by its own id, and it is never sent twice. An order that you place without a network is refused, not kept for later: nothing is traded behind your back.',
    },
    {
      id: 'unconfirmed',
      title: 'What does "Unconfirmed" on an order mean?',
      content:
        'The exchange did not answer, so it is not known yet whether it accepted the order. It is being looked up, which usually takes seconds. Do not place it again: wait until the row says what became of it.',
    },
    {
      id: 'stale-prices',
      title: 'Why does the price say stale or offline?',
      content:
        'Your device or our server has no connection at the moment. The last price is shown with its age, and order buttons are off, because an order at an old price is a guess. Everything is compared with the exchange when the line is back.',
    },
    {
      id: 'order-changed-outside',
      title: 'I sold or canceled on the exchange itself. What now?',
      content:
        'The row notices it and says so, and nothing more is done for it until you have chosen: adopt what you did, so that the block goes on with what is left, or release the block, so that it is no longer followed.',
    },
  ],
};
