import { createHash } from 'node:crypto';
import { refusal } from '../binance-error.ts';
import { type Account, type Rights } from '../books/account.ts';
import { type Order, ZERO, isOpen } from '../books/order.ts';
import type { Listing } from '../books/books.store.ts';
import { ASSETS, FEE, fixed } from '../pairs.ts';
import type { Endpoint, SignedCall } from './endpoint.ts';
import { orderAnswer, tradeAnswer } from './order-answers.ts';
import {
  clientIdParameter,
  limitParameter,
  required,
  symbolParameter,
  timeParameter,
  wholeParameter,
} from './parameters.ts';

const DAY = 86_400_000;
const RATE = fixed(FEE);
const NONE = fixed(ZERO);

/** A number that belongs to the account and stays the same. */
const uidOf = (account: Account): number => createHash('sha256').update(account.apiKey).digest().readUInt32BE(0);

function accountAnswer({ account, parameters }: SignedCall) {
  const omitZero = parameters.get('omitZeroBalances') === 'true';
  const balances = ASSETS.map((asset) => {
    const held = account.holdings.get(asset);
    return { asset, free: fixed(held?.free ?? ZERO), locked: fixed(held?.locked ?? ZERO) };
  });
  return {
    makerCommission: 10,
    takerCommission: 10,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: RATE, taker: RATE, buyer: NONE, seller: NONE },
    canTrade: account.rights.spot,
    canWithdraw: account.rights.withdraw,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: account.updateTime,
    accountType: 'SPOT',
    balances: omitZero ? balances.filter((row) => row.free !== NONE || row.locked !== NONE) : balances,
    permissions: ['SPOT'],
    uid: uidOf(account),
  };
}

/** The symbol that a call must name. */
export function namedSymbol({ parameters, floor }: SignedCall): string {
  const symbol = required(symbolParameter(parameters), 'symbol');
  if (!floor.markets.has(symbol)) throw refusal(-1121);
  return symbol;
}

function commissionAnswer(call: SignedCall) {
  const none = { maker: NONE, taker: NONE, buyer: NONE, seller: NONE };
  return {
    symbol: namedSymbol(call),
    standardCommission: { ...none, maker: RATE, taker: RATE },
    specialCommission: none,
    taxCommission: none,
    discount: { enabledForAccount: false, enabledForSymbol: true, discountAsset: 'BNB', discount: '0.25000000' },
  };
}

/** The order named by `orderId`, by `origClientOrderId` or by both; null when there is none. */
export async function findOrder(call: SignedCall): Promise<Order | null> {
  const { parameters, account, floor } = call;
  const symbol = namedSymbol(call);
  const orderId = wholeParameter(parameters, 'orderId');
  const clientOrderId = clientIdParameter(parameters, 'origClientOrderId');
  if (orderId === undefined && clientOrderId === undefined) {
    throw refusal(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
  }
  const matches = (order: Order) =>
    order.pair.symbol === symbol &&
    (orderId === undefined ? order.clientOrderId === clientOrderId : order.orderId === orderId);
  const wanted = { apiKey: account.apiKey, symbol, ...(orderId === undefined ? {} : { orderId }) };
  let found = [...account.open.values()].find(matches) ?? null;
  if (!found) {
    await floor.journal.committed();
    found = await floor.store.order({ ...wanted, ...(clientOrderId === undefined ? {} : { clientOrderId }) });
  }
  if (found && clientOrderId !== undefined && found.clientOrderId !== clientOrderId) {
    throw refusal(-2039, 'Client order ID is not correct for this order ID.');
  }
  return found;
}

async function queryOrder(call: SignedCall) {
  const order = await findOrder(call);
  if (!order) throw refusal(-2013);
  return orderAnswer(order);
}

export function openOrdersOf({ account }: SignedCall, symbol: string | undefined): Order[] {
  return [...account.open.values()].filter((order) => isOpen(order) && (!symbol || order.pair.symbol === symbol));
}

function openOrders(call: SignedCall) {
  const symbol = call.parameters.has('symbol') ? namedSymbol(call) : undefined;
  return openOrdersOf(call, symbol).map(orderAnswer);
}

/** What a listing call asks for; `idName` is the parameter that names the first id. */
function listing(call: SignedCall, idName: 'orderId' | 'fromId'): Listing {
  const { parameters, account } = call;
  const startTime = timeParameter(parameters, 'startTime');
  const endTime = timeParameter(parameters, 'endTime');
  if (startTime !== undefined && endTime !== undefined && endTime - startTime > DAY) {
    throw refusal(-1127, 'More than 24 hours between startTime and endTime.');
  }
  const fromId = wholeParameter(parameters, idName);
  return {
    apiKey: account.apiKey,
    symbol: namedSymbol(call),
    limit: limitParameter(parameters, 500, 1000),
    ...(fromId === undefined ? {} : { fromId }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
}

async function allOrders(call: SignedCall) {
  const of = listing(call, 'orderId');
  await call.floor.journal.committed();
  return (await call.floor.store.orders(of)).map(orderAnswer);
}

async function myTrades(call: SignedCall) {
  const of = listing(call, 'fromId');
  const orderId = wholeParameter(call.parameters, 'orderId');
  const timed = of.startTime !== undefined || of.endTime !== undefined;
  if (timed && (orderId !== undefined || of.fromId !== undefined)) {
    throw refusal(-1128, 'Combination of optional parameters invalid.');
  }
  await call.floor.journal.committed();
  const rows = await call.floor.store.trades(orderId === undefined ? of : { ...of, orderId });
  return rows.map(tradeAnswer);
}

const restrictions = ({ account }: { account: { rights: Rights; createdAt: number } }) => ({
  ipRestrict: account.rights.ip !== null,
  createTime: account.createdAt,
  enableReading: true,
  enableSpotAndMarginTrading: account.rights.spot,
  enableWithdrawals: account.rights.withdraw,
  enableInternalTransfer: account.rights.withdraw,
  permitsUniversalTransfer: account.rights.withdraw,
  enableMargin: false,
  enableFutures: false,
  enableVanillaOptions: false,
  enablePortfolioMarginTrading: false,
  enableFixApiTrade: false,
  enableFixReadOnly: false,
});

const LISTING = ['symbol', 'orderId', 'startTime', 'endTime', 'limit'];

const signed = (
  path: string,
  of: Pick<Endpoint, 'reads' | 'weight'> & { run: (call: SignedCall) => unknown },
): Endpoint => ({
  method: 'GET',
  path,
  security: 'signed',
  ...of,
});

export const accountEndpoints: Endpoint[] = [
  signed('/api/v3/account', { reads: ['omitZeroBalances'], weight: 20, run: accountAnswer }),
  signed('/api/v3/account/commission', { reads: ['symbol'], weight: 20, run: commissionAnswer }),
  signed('/api/v3/order', { reads: ['symbol', 'orderId', 'origClientOrderId'], weight: 4, run: queryOrder }),
  signed('/api/v3/openOrders', {
    reads: ['symbol'],
    weight: (parameters) => (parameters.has('symbol') ? 6 : 80),
    run: openOrders,
  }),
  signed('/api/v3/allOrders', { reads: LISTING, weight: 20, run: allOrders }),
  signed('/api/v3/myTrades', {
    reads: [...LISTING, 'fromId'],
    weight: (parameters) => (parameters.has('orderId') ? 5 : 20),
    run: myTrades,
  }),
  signed('/api/v3/rateLimit/order', {
    reads: [],
    weight: 40,
    run: ({ floor, account }) => floor.limits.orderRows(account.apiKey),
  }),
  signed('/sapi/v1/account/apiRestrictions', { reads: [], weight: 1, run: restrictions }),
];
