import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { BotCards } from './components/bot-cards.tsx';
import { CreateDialog } from './components/create-dialog.tsx';
import { DetailDialog } from './components/detail-dialog.tsx';
import { Templates } from './components/templates.tsx';
import styles from './components/bots.module.css';
import { type Bot, useDemoBots } from './demo-bots.ts';

const toastDemo = (done: string) => toast.info(`${done} in this demo only. Nothing trades.`, { id: 'bots' });
const toastUnavailable = () => toast.info("This demo opens 'Sell/Buy from levels' only.", { id: 'bots' });

export function BotsScreen() {
  const { bots, change, add } = useDemoBots();
  const [shown, setShown] = useState<Bot | null>(null);
  const [creating, setCreating] = useState(false);
  const open = (bot: Bot) => (bot.levels ? setShown(bot) : toastUnavailable());
  return (
    <>
      <p className={styles.demo}>
        <strong>Demo.</strong> These bots and their figures are made up, and nothing on this page trades. Your changes
        are lost when you leave.
      </p>
      <BotCards title="Active bots" bots={bots.filter(({ active }) => active)} onDetail={open} />
      <Templates onCreate={(type) => (type === 'levels' ? setCreating(true) : toastUnavailable())} />
      <BotCards title="All bots" bots={bots} onDetail={open} />
      {shown?.levels ? (
        <DetailDialog
          bot={shown}
          levels={shown.levels}
          onClose={() => setShown(null)}
          onSave={(bot) => {
            change(bot);
            setShown(null);
            toastDemo('Saved');
          }}
          onCopy={(name, levels) => {
            add(name, levels);
            setShown(null);
            toastDemo('Copied');
          }}
        />
      ) : null}
      {creating ? (
        <CreateDialog
          onClose={() => setCreating(false)}
          onSave={(levels) => {
            add(`${levels.baseCurrency} levels`, levels);
            setCreating(false);
            toastDemo('Created');
          }}
        />
      ) : null}
    </>
  );
}
