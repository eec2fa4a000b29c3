import { useState } from 'react';
import type { BotDetail } from '#contracts/bots.ts';
import type { RoundsType } from '#contracts/bot-settings.ts';
import type { Market } from '#contracts/symbol.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { chartLines } from '../chart/chart-scale.ts';
import { LinesChart } from '../chart/lines-chart.tsx';
import { BotFields } from '../create/bot-fields.tsx';
import { endsOf } from '../create/chart-ends.ts';
import { linesOf } from '../create/create.queries.ts';
import styles from '../create/create.module.css';
import { STOPS } from '../create/draft.ts';
import { formOf, inputsOf } from '../create/forms.ts';
import { StopFields } from '../create/stop-fields.tsx';
import { type BotForm, useBotForm } from '../create/use-bot-form.ts';
import { useChangeLines } from '../runs.mutations.ts';
import { LinesReceipt } from './lines-receipt.tsx';

interface Props {
  bot: BotDetail;
  offline: boolean;
  onClose: () => void;
}

/** What the new lines have is what the bot owns; what it earns, and in which order, stays. */
const KEPT: ReadonlySet<string> = new Set(['invest', 'ownCoins', 'coins', 'order', 'counterEarning', 'repeat']);

function Body({ bot, type, form }: { bot: BotDetail; type: RoundsType; form: BotForm }) {
  const inputs = inputsOf(formOf(type, form.pair)).filter(({ name }) => !KEPT.has(name));
  const shown = new Set([...inputs.map(({ name }) => name), ...STOPS.map((name) => `stop.${name}`)]);
  const { preview, pair, draft, set } = form;
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <LinesChart
          market={bot.market as Market}
          pair={pair}
          lines={preview?.plan ? chartLines(preview.plan, pair) : []}
          now={preview?.marketPrice ?? bot.marketPrice}
          ends={endsOf(draft, set)}
        />
        <BotFields type={type} form={form} without={KEPT} />
        <StopFields type={type} form={form} />
      </div>
      <div className={styles.outcome}>
        <p className={styles.small}>
          One press ends this bot with its coins kept, and begins another with these coins and this money. The books
          stay two.
        </p>
        <LinesReceipt form={form} hasStop={Boolean(draft['stop.below'])} shown={shown} />
      </div>
    </div>
  );
}

interface ButtonsProps extends Props {
  form: BotForm;
}

const warningsOf = ({ warnings }: BotForm): string =>
  Object.values(warnings)
    .map(({ text }) => text)
    .join(' ');

/** What is warned of is done on a second press. */
function Buttons({ bot, form, offline, onClose }: ButtonsProps) {
  const changing = useChangeLines(bot, onClose);
  const [accepted, setAccepted] = useState('');
  const warnings = warningsOf(form);
  const lines = 'request' in form.read ? linesOf(form.read.request) : null;
  const canChange = form.changed && form.isFresh && form.preview?.plan && Object.keys(form.faults).length === 0;
  const press = () => {
    setAccepted(warnings);
    if (lines && (warnings === '' || warnings === accepted)) changing.mutate({ ...lines, warned: warnings !== '' });
  };
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="quiet" disabled={!form.changed} onClick={form.reset}>
        Reset changes
      </Button>
      <Button busy={changing.isPending} disabled={offline || !canChange} className={styles.start} onClick={press}>
        {accepted !== '' && accepted === warnings ? 'Change anyway' : 'Change lines'}
      </Button>
    </>
  );
}

/** C-20: other lines of a bot that runs, with what both halves of it do before the press. */
export function ChangeLinesDialog({ bot, offline, onClose }: Props) {
  const type = bot.plan.type;
  const apiKey = { uid: bot.mainUid, market: bot.market as Market, isActive: false };
  const { symbolName } = bot;
  // What is typed stays, whatever comes of the bot meanwhile.
  const [saved] = useState(bot);
  const loaded = useBotForm({ type: type === 'basket' ? 'grid' : type, apiKey, symbolName, saved, runs: true });
  const { form } = loaded;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        <>
          Change lines of <bdi>{bot.name}</bdi>
        </>
      }
      footer={form ? <Buttons bot={bot} form={form} offline={offline} onClose={onClose} /> : null}
    >
      {form && type !== 'basket' ? (
        <Body bot={bot} type={type} form={form} />
      ) : loaded.form === null && loaded.error ? (
        <ErrorState error={loaded.error} onRetry={loaded.retry} />
      ) : (
        <Skeleton lines={8} height="44px" label="Loading the pair" />
      )}
    </Dialog>
  );
}
