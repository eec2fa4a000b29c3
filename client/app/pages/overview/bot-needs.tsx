import type { Bot } from '#contracts/bots.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { OtherNeed } from '../../../features/orders/overview/needs.tsx';
import { ButtonLink } from '../../../ui/button.tsx';

/** U-7: bots that wait for their owner. */
export const botNeeds = (bots: readonly Bot[] | undefined): OtherNeed[] =>
  (bots ?? []).flatMap(({ botId, name, needs }) =>
    needs === null
      ? []
      : [
          {
            id: botId,
            title: isolated(name),
            to: `/bots?bot=${botId}`,
            reason: needs,
            action: (
              <ButtonLink small to={`/bots?bot=${botId}`} aria-label={`Decide about ${isolated(name)}`}>
                Decide
              </ButtonLink>
            ),
          },
        ],
  );
