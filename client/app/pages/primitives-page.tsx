import { Big } from 'big.js';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Amount } from '../../ui/amount.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { Page } from '../page.tsx';
import styles from './primitives-page.module.css';

const VARIANTS = ['primary', 'quiet', 'danger', 'buy', 'sell'] as const;
const KINDS = ['success', 'info', 'warning', 'error'] as const;
const TABS = [
  { value: 'buy', label: 'BUY', tone: 'buy' },
  { value: 'sell', label: 'SELL', tone: 'sell' },
  { value: 'alerts', label: 'Alerts', dot: 'unseen alerts' },
  { value: 'history', label: 'History' },
] as const;

const Buttons = () => (
  <Card title="Button">
    {[false, true].map((busy) => (
      <div key={String(busy)} className={styles.row}>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} busy={busy}>
            {variant}
          </Button>
        ))}
      </div>
    ))}
    <div className={styles.row}>
      <Button disabled>disabled</Button>
      <Button small variant="quiet" icon={Bell}>
        small
      </Button>
      <IconButton icon={Bell} label="Alerts" />
      {KINDS.map((kind) => (
        <Button key={kind} variant="quiet" onClick={() => toast[kind](`A notice: ${kind}`)}>
          {kind}
        </Button>
      ))}
    </div>
  </Card>
);

function Fields() {
  const [on, setOn] = useState(true);
  return (
    <Card title="Field, Select, Checkbox, Switch">
      <div className={styles.grid}>
        <Field label="Price" decimal trailing="USDT" defaultValue="0.4168" hint="At most 4 decimals" />
        <Field label="E-mail" type="email" error="Please enter a valid email" defaultValue="anna@" />
        <Field label="Password" type="password" defaultValue="secret" />
        <Select
          label="Frequency"
          placeholder="Choose frequency"
          defaultValue=""
          options={[
            { value: 'ONLY_ONCE', label: 'Only once' },
            { value: 'ALWAYS', label: 'Always' },
          ]}
        />
        <TextArea label="Comment" maxLength={200} />
        <div>
          <Checkbox label="I agree to the usage policy" error="You must agree to the usage policy" />
          <Switch label="Copying" checked={on} onChange={setOn} />
        </div>
      </div>
    </Card>
  );
}

const Amounts = () => (
  <Card title="Amount, Chip, Logo">
    <div className={styles.row}>
      <Amount value={new Big('1234567.8912345')} decimals={4} unit="USDT" copyable />
      <Amount value={new Big('0.00000001')} decimals={8} unit="BTC" />
      <Amount value={new Big('12.5')} decimals={2} unit="%" result />
      <Amount value={new Big('-3.21')} decimals={2} unit="USDT" result />
      <Amount value={null} decimals={2} />
    </div>
    <div className={styles.row}>
      <Chip kind="live" />
      <Chip kind="stale">Stale since 12:04</Chip>
      <Chip kind="offline" />
      <Chip kind="paper" />
      <Chip>BINANCE</Chip>
      <Logo />
      <Logo size={16} named={false} />
    </div>
  </Card>
);

function Overlays() {
  const [shape, setShape] = useState<'dialog' | 'drawer' | null>(null);
  const [tab, setTab] = useState<string>('buy');
  const close = () => setShape(null);
  return (
    <Card title="Dialog, Tabs, Disclosure">
      <div className={styles.row}>
        <Button onClick={() => setShape('dialog')}>Open a dialog</Button>
        <Button variant="quiet" onClick={() => setShape('drawer')}>
          Open a drawer
        </Button>
      </div>
      <Dialog
        open={shape !== null}
        onClose={close}
        title="Delete an alert"
        shape={shape ?? 'dialog'}
        footer={
          <DialogActions
            back="No"
            onBack={close}
            variant="danger"
            onClick={() => toast.success('Deleted successfully')}
          >
            Yes
          </DialogActions>
        }
      >
        <p>Are you sure to delete this alert?</p>
      </Dialog>
      <Tabs label="Section" tabs={TABS} value={tab} onChange={setTab}>
        <p className={styles.panel}>The panel of {tab}</p>
      </Tabs>
      <Disclosure title="A question">
        <p>Its answer.</p>
      </Disclosure>
    </Card>
  );
}

export const PrimitivesPage = () => (
  <Page title="Primitives">
    <Buttons />
    <Fields />
    <Amounts />
    <Overlays />
    <Card title="Skeleton, Empty, ErrorState">
      <Skeleton />
      <Empty icon={Bell} title="No alerts yet" action={<Button>Add alert</Button>}>
        An alert tells you when a price is reached.
      </Empty>
      <ErrorState error={new Error('No connection to the server.')} onRetry={() => toast.info('Trying again')} />
    </Card>
  </Page>
);
