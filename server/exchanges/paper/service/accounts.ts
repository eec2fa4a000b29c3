import type { ExchangeCore } from '../exchange-core.ts';

/** A new funded account, already committed. */
export async function openAccount(core: ExchangeCore): Promise<{ key: string; secret: string }> {
  const { id, secret } = await core.openAccount();
  return { key: id, secret };
}

/** Cancels what an account has open and sets its balances to those of a new one. False where there is none. */
export async function resetAccount(core: ExchangeCore, key: string): Promise<boolean> {
  const account = await core.account(key);
  if (account) await core.resetAccount(account);
  return account !== null && account !== undefined;
}
