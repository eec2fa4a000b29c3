import { Big } from 'big.js';
import { useState } from 'react';
import type { Bot as WireBot, BotType, Levels } from '#contracts/bots.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { newUuid } from '../../lib/new-uuid.ts';

/** What this demo shows of a bot. */
export interface Bot extends Pick<
  WireBot,
  | 'botId'
  | 'name'
  | 'type'
  | 'active'
  | 'baseCurrency'
  | 'counterCurrency'
  | 'marketPrice'
  | 'runTime'
  | 'peopleCopied'
  | 'levels'
> {
  pnl: Big;
  pnlPercent: Big;
  balance: Big;
}

const PAIR = { baseCurrency: 'XRP', counterCurrency: 'BTC', marketPrice: new Big('0.00000534') };

const LEVELS: Levels = {
  order: 'buy-sell',
  baseCurrency: 'XRP',
  counterCurrency: 'BTC',
  counterEarning: true,
  buy: new Big('0.0000051'),
  sell: new Big('0.0000056'),
  invest: new Big('0.01'),
  repeat: true,
};

interface Sketch {
  name: string;
  type: BotType;
  active: boolean;
  pnl: string;
  pnlPercent: string;
  balance: string;
  days: number;
  peopleCopied: number;
}

const SKETCHES: Sketch[] = [
  {
    name: 'Steady steps',
    type: 'levels',
    active: true,
    pnl: '48.2',
    pnlPercent: '4.82',
    balance: '1048.2',
    days: 12,
    peopleCopied: 7,
  },
  {
    name: 'Night grid',
    type: 'future-grid',
    active: true,
    pnl: '-12.4',
    pnlPercent: '-2.48',
    balance: '487.6',
    days: 5,
    peopleCopied: 0,
  },
  {
    name: 'With the wind',
    type: 'trend-grid',
    active: true,
    pnl: '131.75',
    pnlPercent: '6.58',
    balance: '2131.75',
    days: 31,
    peopleCopied: 19,
  },
  {
    name: 'Weekend levels',
    type: 'levels',
    active: false,
    pnl: '0',
    pnlPercent: '0',
    balance: '250',
    days: 0,
    peopleCopied: 0,
  },
];

const toBot = ({ days, ...sketch }: Sketch, at: number): Bot => ({
  ...PAIR,
  ...sketch,
  botId: `demo-${at}`,
  pnl: new Big(sketch.pnl),
  pnlPercent: new Big(sketch.pnlPercent),
  balance: new Big(sketch.balance),
  runTime: days * DAY_MS,
  levels: sketch.type === 'levels' ? LEVELS : null,
});
const DEMO = SKETCHES.map(toBot);

const newBot = (name: string, levels: Levels): Bot => ({
  botId: newUuid(),
  name,
  type: 'levels',
  active: false,
  baseCurrency: levels.baseCurrency,
  counterCurrency: levels.counterCurrency,
  marketPrice: null,
  pnl: new Big(0),
  pnlPercent: new Big(0),
  balance: new Big(0),
  runTime: 0,
  peopleCopied: 0,
  levels,
});

/** Demo data; changes are lost when the page is left. */
export function useDemoBots() {
  const [bots, setBots] = useState(DEMO);
  return {
    bots,
    change: (changed: Bot) => setBots(bots.map((bot) => (bot.botId === changed.botId ? changed : bot))),
    add: (name: string, levels: Levels) => setBots([...bots, newBot(name, levels)]),
  };
}
