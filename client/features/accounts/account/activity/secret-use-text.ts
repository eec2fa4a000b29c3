import type { SecretPurpose, SecretUse } from '#contracts/audit.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { counted } from '../../../../lib/counted.ts';

const PURPOSES: Record<SecretPurpose, string> = {
  trading: 'orders and their state',
  balances: 'balances',
  check: 'a check of what the key may do',
  code: 'a check of a code',
};

/** Until the hour is over the number is a lower bound. */
export function secretUseText({ keyUid, keyName, purpose, uses, final }: SecretUse): { title: string; facts: string } {
  const number = counted(uses, 'use');
  return {
    title: keyUid === null ? 'Authenticator app' : keyName === null ? 'API key' : `API key “${isolated(keyName)}”`,
    facts: `${PURPOSES[purpose]} · ${final ? number : `at least ${number}, counted when the hour is over`}`,
  };
}
