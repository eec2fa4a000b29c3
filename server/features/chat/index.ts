import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import { activeAlerts } from '../alerts/index.ts';
import { botCommands, botsOf, stoppableBots } from '../bots/index.ts';
import type { Markets } from '../markets/index.ts';
import type { ChatAnswers } from '../notifications/index.ts';
import { openPositions } from '../orders/index.ts';
import { nearText, waitingText } from './alert-text.ts';
import { blockText } from './block-text.ts';
import { botName, botText } from './bot-text.ts';
import { listText } from './figure.ts';
import { priceText, pricesOf } from './price-text.ts';

interface ChatDeps {
  db: Db;
  markets: Markets;
  orders: Parameters<typeof openPositions>[0];
  bots: Parameters<typeof botsOf>[0];
  publicUrl: string;
}

/** Lines of one message: a phone shows about so many. */
const MOST = 10;
const NO_PAIR = 'Name a pair: /price XRP_USDT';

/** 'binance xrp_usdt' of what the person trades and watches, each once. */
async function ownPairs(deps: ChatDeps, userId: string): Promise<Set<string>> {
  const [{ alerts, waiting }, positions, bots] = await Promise.all([
    activeAlerts(deps, userId),
    openPositions(deps.orders, userId),
    botsOf(deps.bots, userId),
  ]);
  return new Set([
    ...positions.flatMap(({ orders: [main] }) => (main ? [`${main.symbol.market} ${main.symbol.name}`] : [])),
    ...bots.filter(({ active }) => active).map(({ market, symbolName }) => `${market} ${symbolName}`),
    ...[...alerts.map(({ alert }) => alert), ...waiting].flatMap(({ market, symbol }) =>
      symbol === null ? [] : [`${market} ${symbol.toLowerCase()}`],
    ),
  ]);
}

async function ownPrices(deps: ChatDeps, userId: string): Promise<string> {
  const lines = [...(await ownPairs(deps, userId))].flatMap((name) => {
    const [market = '', pair = ''] = name.split(' ');
    const found = deps.markets.isOn(market as Market) ? deps.markets.findPair(market as Market, pair) : null;
    return found ? [priceText(deps.markets, market as Market, found)] : [];
  });
  return lines.length > 0 ? listText(lines, MOST, `${deps.publicUrl}/markets/spot/list`) : NO_PAIR;
}

async function alertsText(deps: ChatDeps, userId: string): Promise<string> {
  const { alerts, total, unknown, waiting } = await activeAlerts(deps, userId);
  const page = `${deps.publicUrl}/alerts`;
  if (total + waiting.length === 0) return `No alert of yours is active. Set one: ${page}`;
  const nearest = alerts.map(nearText);
  const parts = [
    total > 0
      ? `${total} on a price${total > nearest.length ? ', the nearest' : ''}:\n${listText(nearest, MOST, page)}`
      : null,
    unknown > 0 ? `No price is known for ${unknown} of them.` : null,
    waiting.length > 0 ? `${waiting.length} on a condition:\n${listText(waiting.map(waitingText), MOST, page)}` : null,
  ];
  return parts.filter((part) => part !== null).join('\n\n');
}

async function blocksText(deps: ChatDeps, userId: string): Promise<string> {
  const blocks = await openPositions(deps.orders, userId);
  if (blocks.length === 0) return 'You have no open order blocks.';
  const lines = blocks.map(({ orders }) => blockText(orders));
  return listText(lines, MOST, `${deps.publicUrl}/overview`);
}

/** What the bot of the site answers in a chat that is linked with an account. */
export function createChat(deps: ChatDeps): ChatAnswers {
  const { stop } = botCommands(deps.bots);
  return {
    async prices(userId, name) {
      if (name === null) return ownPrices(deps, userId);
      const lines = pricesOf(deps.markets, name);
      return lines.length > 0
        ? lines.join('\n')
        : `No market here trades ${name.toUpperCase().slice(0, 41)}. ${NO_PAIR}`;
    },
    alerts: (userId) => alertsText(deps, userId),
    blocks: (userId) => blocksText(deps, userId),
    async bots(userId) {
      const active = (await botsOf(deps.bots, userId)).filter((bot) => bot.active);
      if (active.length === 0) return 'No bot of yours is active.';
      return listText(active.map(botText), MOST, `${deps.publicUrl}/bots`);
    },
    activeBots: async (userId) =>
      (await stoppableBots(deps.bots, userId)).map((bot) => ({ botId: bot.botId, text: botName(bot) })),
    async stopBot(userId, botId) {
      try {
        return await stop(userId, botId, 'keep');
      } catch (error) {
        if (error instanceof Refusal) return error.message;
        throw error;
      }
    },
  };
}
