import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useState } from 'react';
import type { BotRun } from '#contracts/bot-run.ts';
import { type BotDetail, BOT_TYPES } from '#contracts/bots.ts';
import { isDealsType } from '#contracts/bot-settings.ts';
import type { Market } from '#contracts/symbol.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { Select } from '../../ui/select.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { BasketBody } from './basket/basket-body.tsx';
import { botDetail } from './bots.queries.ts';
import { useCopyBot, useDeleteBot } from './bots.mutations.ts';
import { StateChip } from './cards/bot-card.tsx';
import { pairOf } from './cards/pair-of.ts';
import { LinesChart } from './chart/lines-chart.tsx';
import { botPair } from './create/create.queries.ts';
import { kindOf } from './create/receipt-rows.ts';
import { useChangeRun, useResumeBot, useStopBot } from './runs.mutations.ts';
import { PauseDialog } from './stop/pause-dialog.tsx';
import { StopDialog } from './stop/stop-dialog.tsx';
import { type Decimals, dealLines, decimalsOf, runLines } from './decimals.ts';
import { canChangeLines } from './lines/can-change-lines.ts';
import { DealsTab } from './detail/deals-tab.tsx';
import styles from './detail/detail.module.css';
import { NeedsYou } from './detail/needs-you.tsx';
import { NowTab } from './detail/now-tab.tsx';
import { RunFacts } from './detail/results.tsx';
import { type OfPair, SettingsOfPair } from './detail/settings-tab.tsx';
import { TrustTab } from './detail/trust-tab.tsx';
import { WhyTab } from './detail/why-tab.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';

const ChangeLinesDialog = lazy(async () => ({
  default: (await import('./lines/change-lines-dialog.tsx')).ChangeLinesDialog,
}));

const ShareDialog = lazy(async () => ({ default: (await import('./share/share-dialog.tsx')).ShareDialog }));

type Shown = 'now' | 'deals' | 'why' | 'trust' | 'settings';
const TABS: readonly Tab<Shown>[] = [
  { value: 'now', label: 'Now' },
  { value: 'deals', label: 'Deals' },
  { value: 'why', label: 'Why' },
  { value: 'trust', label: 'Trust' },
  { value: 'settings', label: 'Settings' },
];

interface Props {
  bot: BotDetail;
  offline: boolean;
  onShow: (botId: string) => void;
  onClose: () => void;
}

interface HeadProps extends Pick<Props, 'bot' | 'offline'> {
  top: RefObject<HTMLDivElement | null>;
}

function Head({ bot, offline, top }: HeadProps) {
  const { mutate } = useChangeRun(bot);
  const name = <strong>{bot.name}</strong>;
  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.top}>
        {offline ? (
          name
        ) : (
          <InlineEdit
            label="Bot name"
            value={bot.name}
            shown={name}
            maxLength={40}
            required
            onSave={(text) => mutate({ name: text })}
          />
        )}
        <StateChip bot={bot} />
      </div>
      <p className={styles.muted}>
        {pairOf(bot)} · {bot.state === 'attention' ? bot.now : (bot.reason ?? bot.now)}
      </p>
      {bot.active && (bot.protection || bot.withoutUs) ? (
        <div className={styles.chips}>
          {bot.withoutUs ? <Chip>{bot.withoutUs}</Chip> : null}
          {bot.protection ? <Chip>{bot.protection}</Chip> : null}
        </div>
      ) : null}
    </>
  );
}

type Asked = 'stop' | 'pause' | 'lines' | 'share' | null;

interface ButtonsProps extends Props {
  onAsk: (asked: Asked) => void;
}

/** C-20: the bot that goes on with what this one had. */
const Next = ({ next, onShow }: { next: NonNullable<BotDetail['next']>; onShow: Props['onShow'] }) => (
  <Button onClick={() => onShow(next.botId)}>
    Open <bdi>{next.name}</bdi>
  </Button>
);

/** C-9: a sale at its end that the exchange refuses goes on until it is done, or its owner keeps the coins. */
function KeepCoins({ bot, offline }: Pick<Props, 'bot' | 'offline'>) {
  const keeping = useStopBot(bot, () => undefined);
  return (
    <Button variant="quiet" disabled={offline} busy={keeping.isPending} onClick={() => keeping.mutate('keep')}>
      Keep its coins
    </Button>
  );
}

/** What can be done with it as it stands. */
function Buttons({ bot, offline, onShow, onClose, onAsk }: ButtonsProps) {
  const resuming = useResumeBot(bot);
  const copying = useCopyBot(({ botId }) => onShow(botId));
  const deleting = useDeleteBot(onClose);
  const canStop = bot.active && bot.state !== 'stopping';
  return (
    <>
      <Button variant="quiet" disabled={offline} busy={copying.isPending} onClick={() => copying.mutate(bot)}>
        Copy
      </Button>
      <Button variant="quiet" onClick={() => onAsk('share')}>
        Share
      </Button>
      {bot.state === 'stopped' ? (
        <Button variant="quiet" disabled={offline} busy={deleting.isPending} onClick={() => deleting.mutate(bot)}>
          Delete
        </Button>
      ) : null}
      {canChangeLines(bot) ? (
        <Button variant="quiet" disabled={offline} onClick={() => onAsk('lines')}>
          Change lines
        </Button>
      ) : null}
      {bot.state === 'running' ? (
        <Button variant="quiet" disabled={offline} onClick={() => onAsk('pause')}>
          Pause
        </Button>
      ) : bot.state === 'paused' ? (
        <Button disabled={offline} busy={resuming.isPending} onClick={() => resuming.mutate()}>
          Resume
        </Button>
      ) : null}
      {bot.state === 'stopped' && bot.next ? <Next next={bot.next} onShow={onShow} /> : null}
      {canStop ? (
        <Button variant="quiet" disabled={offline} onClick={() => onAsk('stop')}>
          Stop
        </Button>
      ) : null}
      {bot.state === 'stopping' && bot.reason !== null ? <KeepCoins {...{ bot, offline }} /> : null}
    </>
  );
}

interface BodyProps extends Pick<Props, 'bot' | 'offline'> {
  run: BotRun;
  onStop: () => void;
}

interface TabProps extends Pick<Props, 'bot' | 'offline'> {
  tab: Shown;
  run: BotRun;
  pair: UseQueryResult<OfPair>;
  of: Decimals;
}

function ShownTab({ tab, bot, run, pair, of, offline }: TabProps) {
  const list = { botId: bot.botId, withKey: bot.runs.length > 1, offline };
  if (tab === 'deals') return <DealsTab {...list} kind={kindOf(bot.type)} of={of} />;
  if (tab === 'why') return <WhyTab {...list} />;
  if (tab === 'trust') return <TrustTab bot={bot} run={run} offline={offline} />;
  if (tab === 'settings') return <SettingsOfPair bot={bot} query={pair} offline={offline} />;
  const currency = run.result?.currency ?? bot.counterCurrency;
  return <NowTab run={run} of={of} currency={currency} kind={kindOf(bot.type)} />;
}

function Body({ bot, run, offline, onStop }: BodyProps) {
  const [tab, setTab] = useState<Shown>('now');
  const market = bot.market as Market;
  const query = useQuery(botPair(market, bot.symbolName));
  const pair = query.data?.symbol;
  const of = decimalsOf(pair, bot.runs);
  return (
    <div className={styles.columns}>
      <div className={styles.chart}>
        {bot.needs === null ? null : <NeedsYou bot={bot} of={of} offline={offline} onStop={onStop} />}
        {pair ? (
          <LinesChart
            market={market}
            pair={pair}
            lines={isDealsType(bot.type) ? dealLines(run.levels, of) : runLines(run.levels, of)}
            now={bot.marketPrice}
          />
        ) : null}
      </div>
      <div className={styles.books}>
        <RunFacts bot={bot} run={run} of={of} />
      </div>
      <div className={styles.tabs}>
        <Tabs label="About this bot" tabs={TABS} value={tab} onChange={setTab}>
          <ShownTab {...{ tab, bot, run, of, offline }} pair={query} />
        </Tabs>
      </div>
    </div>
  );
}

const ShownBody = (props: BodyProps) => (props.bot.type === 'basket' ? <BasketBody {...props} /> : <Body {...props} />);

/** A bot that has started: its lines, its books and every reason. */
export function RunDialog(props: Props) {
  const { bot, offline, onClose } = props;
  const query = useQuery(botDetail(bot.botId));
  const [asked, setAsked] = useState<Asked>(null);
  const [uid, setUid] = useState<string | null>(null);
  const run = bot.runs.find((one) => one.uid === uid) ?? bot.runs[0];
  const close = () => setAsked(null);
  const top = useLostFocus<HTMLDivElement>({ isOpen: asked !== null, state: bot.state });
  return (
    <>
      <Dialog open wide onClose={onClose} title={BOT_TYPES[bot.type]} footer={<Buttons {...props} onAsk={setAsked} />}>
        <AsOf of={query} offline={offline} changes="bots cannot be changed" />
        <Head bot={bot} offline={offline} top={top} />
        {bot.runs.length > 1 ? (
          <Select
            label="Key"
            options={bot.runs.map((one) => ({ value: one.uid, label: one.connectorName }))}
            value={run?.uid ?? ''}
            onChange={(event) => setUid(event.target.value)}
          />
        ) : null}
        {run ? <ShownBody bot={bot} run={run} offline={offline} onStop={() => setAsked('stop')} /> : null}
      </Dialog>
      {asked === 'stop' ? <StopDialog bot={bot} offline={offline} onClose={close} /> : null}
      {asked === 'pause' ? <PauseDialog bot={bot} offline={offline} onClose={close} /> : null}
      {asked === 'share' ? (
        <Suspense>
          <ShareDialog bot={bot} offline={offline} onClose={close} />
        </Suspense>
      ) : null}
      {asked === 'lines' ? (
        <Suspense>
          <ChangeLinesDialog bot={bot} offline={offline} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
