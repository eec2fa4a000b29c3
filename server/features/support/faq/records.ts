import type { FaqGroup } from '#contracts/support.ts';

export const RECORDS: FaqGroup = {
  id: 'overview-and-history',
  title: 'Overview and history',
  entries: [
    {
      id: 'overview',
      title: 'What does the overview show?',
      content:
        'The Overview page shows what all your keys are worth, now and over time, which deposits and withdrawals move as well. Below that it lists what needs you, such as an unprotected block, a copy that failed, a key that is refused or a bot that asks; then all open blocks of every pair and key with their exposure and open result. What closed today, the alerts nearest to the price, your bots and your signal hooks have a card each. "Set a stop" sets a stop on one block, or on all that are unprotected, with each price and loss before you confirm.',
    },
    {
      id: 'results-by-day',
      title: 'What did I earn on a day, with a pair or with a key?',
      content:
        'The calendar on the History page has the result of each day, net of fees; press a day to see the blocks that closed on it. Days are those of the time zone of your device. Beside it stand the totals by pair and by key, which you can press as well, and the fees paid. The rows can be downloaded with "Deals as CSV", and each single trade with "All trades as CSV".',
    },
    {
      id: 'tags-and-notes',
      title: 'Can I add tags and a note to a block?',
      content:
        'Yes, once it has closed: on the History page press the tag at the end of its row (on a phone, unfold the row first) and enter up to ten tags, separated by commas, and a note. Only you see them. Choose a tag above the calendar, and calendar, totals and rows are those of its blocks alone.',
    },
    {
      id: 'print-a-month',
      title: 'Can I print my results?',
      content:
        'Yes: choose a month on the History page, and a key or a tag if you like, and press "Print this month". The calendar, the totals and the rows are printed, up to 500 blocks of the month.',
    },
  ],
};
