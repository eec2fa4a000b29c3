import type { PaperAccount } from '../../paper-account.ts';
import { NONE, RATE } from '../commission.ts';
import type { Endpoint, SignedCall } from '../endpoint.ts';
import { requiredSymbol } from '../orders/find-order.ts';
import { booleanParameter } from '../parameters.ts';
import { balancesOf } from './account-information.ts';

const restrictions = ({ account }: { account: PaperAccount }) => ({
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

/** There is no margin account here, so no interest that BNB could pay. */
const burning = ({ rights }: PaperAccount) => ({ spotBNBBurn: rights.bnbBurn, interestBNBBurn: false });

function setBurning({ core, account, parameters }: SignedCall) {
  const spot = booleanParameter(parameters, 'spotBNBBurn');
  booleanParameter(parameters, 'interestBNBBurn');
  if (spot !== undefined) core.setBnbBurn(account, spot);
  return burning(account);
}

/** Play money is neither deposited nor withdrawn: there are no networks. */
const coins = ({ account }: SignedCall) =>
  balancesOf(account).map(({ asset, free, locked }) => ({
    coin: asset,
    depositAllEnable: false,
    free,
    freeze: NONE,
    ipoable: NONE,
    ipoing: NONE,
    isLegalMoney: false,
    locked,
    name: asset,
    networkList: [],
    storage: NONE,
    trading: true,
    withdrawAllEnable: false,
    withdrawing: NONE,
  }));

function tradeFees(call: SignedCall) {
  const symbols = call.parameters.has('symbol') ? [requiredSymbol(call)] : [...call.core.markets.keys()];
  return symbols.map((symbol) => ({ symbol, makerCommission: RATE, takerCommission: RATE }));
}

const wallet = (
  path: string,
  of: Pick<Endpoint, 'method' | 'reads' | 'weight'> & { run: (call: SignedCall) => unknown },
) => ({ path: `/sapi/v1/${path}`, security: 'signed', ...of }) satisfies Endpoint;

export const walletEndpoints: Endpoint[] = [
  wallet('account/apiRestrictions', { method: 'GET', reads: [], weight: 1, run: restrictions }),
  wallet('bnbBurn', { method: 'GET', reads: [], weight: 1, run: ({ account }) => burning(account) }),
  wallet('bnbBurn', { method: 'POST', reads: ['spotBNBBurn', 'interestBNBBurn'], weight: 1, run: setBurning }),
  wallet('asset/tradeFee', { method: 'GET', reads: ['symbol'], weight: 1, run: tradeFees }),
  wallet('capital/config/getall', { method: 'GET', reads: [], weight: 10, run: coins }),
];
