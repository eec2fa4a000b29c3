import type { BotPreview, PreviewBot } from '#contracts/bot-preview.ts';
import type { BotDeps } from '../deps.ts';
import { previewBasket } from './preview-basket.ts';
import { copyRuns, presentCopy } from './copy-runs.ts';
import { PREVIEW_AGE } from './asked-balances.ts';
import { prepareBot } from './prepare-bot.ts';
import { presentPlan } from './present-plan.ts';

/** What a bot would place and cost; nothing is placed and nothing stored. */
export async function previewBot(deps: BotDeps, userId: string, wanted: PreviewBot): Promise<BotPreview> {
  const { market, symbolName, mainUid, stop = {}, startAt = null, copyKeys = false, ...plan } = wanted;
  const of = { market, symbolName, mainUid, stop, startAt, age: PREVIEW_AGE };
  if (plan.type === 'basket') return previewBasket(deps, userId, { ...of, plan, copyKeys });
  const prepared = await prepareBot(deps, userId, { ...of, plan });
  const { run, context, marketPrice, free, fee, refusals, warnings } = prepared;
  const copies = copyKeys ? await copyRuns(deps, { userId, plan, prepared }) : [];
  return {
    marketPrice,
    free,
    fee,
    plan: run && context && presentPlan({ plan, stop }, run, context),
    basket: null,
    copies: copies.map(presentCopy),
    refusals,
    warnings,
  };
}
