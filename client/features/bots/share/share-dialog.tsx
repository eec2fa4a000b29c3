import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { BotLink } from '#contracts/bot-links.ts';
import { type Bot, BOT_TYPES } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import detail from '../detail/detail.module.css';
import { botLink, useChangeLink } from './share.queries.ts';

interface Props {
  bot: Bot;
  offline: boolean;
  onClose: () => void;
}

const addressOf = (token: string): string => `${window.location.origin}/bots?shared=${token}`;

const FIGURES = 'Show how this bot has done: total result in percent, worst drawdown, and since when';

type Change = ReturnType<typeof useChangeLink>;

function Made({ link, offline, change }: { link: BotLink; offline: boolean; change: Change }) {
  const address = addressOf(link.token);
  return (
    <>
      <Field
        label="Link"
        value={address}
        readOnly
        spellCheck={false}
        onFocus={({ target }) => target.select()}
        hint="Opens for anyone who is signed in here, as a draft of their own."
      />
      <Checkbox
        label={FIGURES}
        checked={link.figures}
        disabled={offline || change.isPending}
        onChange={({ target }) => change.mutate({ figures: target.checked })}
      />
      <div className={detail.buttons}>
        <Button icon={Copy} onClick={() => void copyText(address, 'the link')}>
          Copy the link
        </Button>
        <Button
          variant="quiet"
          disabled={offline}
          busy={change.isPending && change.variables === 'revoke'}
          onClick={() => change.mutate('revoke')}
        >
          Take it back
        </Button>
      </div>
    </>
  );
}

function None({ offline, change }: { offline: boolean; change: Change }) {
  const [figures, setFigures] = useState(false);
  return (
    <>
      <Checkbox
        label={FIGURES}
        checked={figures}
        disabled={offline}
        onChange={({ target }) => setFigures(target.checked)}
      />
      <div className={detail.buttons}>
        <Button disabled={offline} busy={change.isPending} onClick={() => change.mutate({ figures })}>
          Make a link
        </Button>
      </div>
    </>
  );
}

const copiedText = (people: number): string =>
  people === 1 ? 'One person has started a bot from it.' : `${people} people have started a bot from it.`;

/** C-23. */
export function ShareDialog({ bot, offline, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(botLink(bot.botId));
  const change = useChangeLink(bot.botId);
  return (
    <Dialog open onClose={onClose} title={`Share this ${BOT_TYPES[bot.type]}`}>
      <div className={detail.tab}>
        <p>
          A link gives away the pair, the settings and the stop conditions of <bdi>{bot.name}</bdi>. It tells no
          amounts, no name, no key, and not who you are.
        </p>
        {offline ? <p className={detail.muted}>You are offline: a link can be copied, and not be changed.</p> : null}
        {data ? (
          data.link ? (
            <Made link={data.link} offline={offline} change={change} />
          ) : (
            <None offline={offline} change={change} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : offline ? null : (
          <Skeleton lines={3} height="44px" label="Loading the link" />
        )}
        {bot.peopleCopied > 0 ? <p className={detail.muted}>{copiedText(bot.peopleCopied)}</p> : null}
      </div>
    </Dialog>
  );
}
