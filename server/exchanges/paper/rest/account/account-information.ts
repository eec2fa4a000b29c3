import { ZERO } from '#contracts/rules/decimal.ts';
import { createHash } from 'node:crypto';
import { fixed } from '../../../../domain/matching/model/amount.ts';
import type { PaperAccount } from '../../paper-account.ts';
import { ASSETS } from '../../pairs.ts';
import { NONE, RATE, commissionRates } from '../commission.ts';
import type { SignedCall } from '../endpoint.ts';
import { requiredSymbol } from '../orders/find-order.ts';
import { booleanParameter } from '../parameters.ts';

/** A stable number of the account. */
const uidOf = (account: PaperAccount): number => createHash('sha256').update(account.id).digest().readUInt32BE(0);

export const balancesOf = (account: PaperAccount) =>
  ASSETS.map((asset) => {
    const held = account.holdings.get(asset);
    return { asset, free: fixed(held?.free ?? ZERO), locked: fixed(held?.locked ?? ZERO) };
  });

export function accountInformation({ account, parameters }: SignedCall) {
  const omitZero = booleanParameter(parameters, 'omitZeroBalances') ?? false;
  const balances = balancesOf(account);
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

export const commission = (call: SignedCall) => commissionRates(requiredSymbol(call), call.account);
