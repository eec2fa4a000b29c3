import type { Key } from '#contracts/keys.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Keys } from '../../../features/keys/keys.queries.ts';
import type { OtherNeed } from '../../../features/orders/overview/needs.tsx';
import { ButtonLink } from '../../../ui/button.tsx';

const keysOf = (keys: Keys | undefined): Key[] =>
  (keys?.apiKeyMarketGroups ?? [])
    .flatMap(({ activeMainApiKeyGroup, apiKeyGroups }) => apiKeyGroups.concat(activeMainApiKeyGroup ?? []))
    .flatMap(({ mainKey, copyKeys }) => [mainKey].concat(copyKeys));

/** Keys that are disabled, or that their exchange refuses. */
export const keyNeeds = (keys: Keys | undefined): OtherNeed[] =>
  keysOf(keys)
    .filter(({ disabledReason, refusal }) => disabledReason !== null || refusal !== null)
    .map(({ uid, name, disabledReason, refusal }) => ({
      id: uid,
      title: `${isolated(name)} ${disabledReason === null ? 'is refused by its exchange' : 'is disabled'}`,
      reason: disabledReason ?? refusal,
      action: (
        <ButtonLink small variant="quiet" to="/api" aria-label={`Open the key ${isolated(name)}`}>
          Open
        </ButtonLink>
      ),
    }));
