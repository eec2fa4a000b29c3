import type { Key } from '#contracts/keys.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Keys } from '../../../features/keys/keys.queries.ts';
import type { OtherNeed } from '../../../features/orders/overview/needs.tsx';
import { ButtonLink } from '../../../ui/button.tsx';

const keysOf = (keys: Keys | undefined): Key[] =>
  (keys?.apiKeyMarketGroups ?? [])
    .flatMap(({ activeMainApiKeyGroup, apiKeyGroups }) => apiKeyGroups.concat(activeMainApiKeyGroup ?? []))
    .flatMap(({ mainKey, copyKeys }) => [mainKey].concat(copyKeys));

/** Of its dialog on the API page. */
const pathOf = (uid: string): string => `/api?key=${uid}`;

/** Keys that are disabled, or that their exchange refuses. */
export const keyNeeds = (keys: Keys | undefined): OtherNeed[] =>
  keysOf(keys)
    .filter(({ disabledReason, refusal }) => disabledReason !== null || refusal !== null)
    .map(({ uid, name, disabledReason, refusal }) => ({
      id: uid,
      title: `${isolated(name)} ${disabledReason === null ? 'is refused by its exchange' : 'is disabled'}`,
      to: pathOf(uid),
      reason: disabledReason ?? refusal,
      action: (
        <ButtonLink small variant="quiet" to={pathOf(uid)} aria-label={`Open the key ${isolated(name)}`}>
          Open
        </ButtonLink>
      ),
    }));
