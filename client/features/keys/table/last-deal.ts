import type { KeyFacts } from '#contracts/key-facts.ts';

type Last = NonNullable<KeyFacts['last']>;

const WORDS: Partial<Record<Last['status'], string>> = { rejected: 'refused', 'targets-placed': 'filled' };

/** 'Buy XRP/USDT: skipped'. */
export const lastDealText = ({ section, pair, status }: Last): string =>
  `${section === 'buy' ? 'Buy' : 'Sell'} ${pair}: ${WORDS[status] ?? status.replaceAll('-', ' ')}`;

/** Whether its owner should look at it. */
export const hasTrouble = ({ status, statusReason }: Last): boolean =>
  status === 'skipped' || status === 'rejected' || statusReason !== null;
