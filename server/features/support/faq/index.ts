import type { FaqGroup } from '#contracts/support.ts';
import { ALERTS } from './alerts.ts';
import { BLOCKS } from './blocks.ts';
import { BOTS } from './bots.ts';
import { BUY } from './buy.ts';
import { COPIES } from './copies.ts';
import { KEYS } from './keys.ts';
import { PROTECT } from './protect.ts';
import { RECORDS } from './records.ts';
import { SAFETY } from './safety.ts';
import { SIGNALS } from './signals.ts';
import { START } from './start.ts';
import { TROUBLE } from './trouble.ts';

export const FAQ: FaqGroup[] = [
  START,
  BUY,
  PROTECT,
  BLOCKS,
  COPIES,
  BOTS,
  SIGNALS,
  KEYS,
  ALERTS,
  RECORDS,
  SAFETY,
  TROUBLE,
];
