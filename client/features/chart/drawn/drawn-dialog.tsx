import { Big } from 'big.js';
import { BellPlus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { localMinute } from '../../../lib/local-minute.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { type AlertPlace, onTick } from '../chart-line.ts';
import { type DrawnLine, type DrawnPoint, type DrawnTrend, levelAt, trendOf } from './drawn-lines.ts';
import styles from './drawn-dialog.module.css';
import type { NewLine } from './use-drawn-lines.ts';

/** A line as its fields show it. */
interface Draft {
  price: string;
  points: { from: Typed; to: Typed };
}

interface Typed {
  /** Local time as the field has it: '2026-11-25T14:30'. */
  at: string;
  price: string;
}

interface Props {
  /** An existing line, or a new one with its first values. */
  line: DrawnLine | NewLine;
  pair: Pair;
  /** Alerts cannot be added now. */
  offline: boolean;
  onSave: (line: NewLine) => void;
  /** Of a line that exists. */
  onDelete?: (() => void) | undefined;
  onAlert: (place: AlertPlace) => void;
  onClose: () => void;
}

const typedOf = ({ time, price }: DrawnPoint): Typed => ({ at: localMinute(time), price });

function draftOf(line: NewLine): Draft {
  if (line.kind === 'level') return { price: line.price, points: { from: EMPTY, to: EMPTY } };
  return { price: '', points: { from: typedOf(line.from), to: typedOf(line.to) } };
}
const EMPTY: Typed = { at: '', price: '' };

function readPoint({ at, price }: Typed): DrawnPoint | null {
  const [time, amount] = [Date.parse(at), readNumber(price)];
  return Number.isFinite(time) && amount?.gt(0) ? { time, price: amount.toFixed() } : null;
}

/** The line of the fields, or why they are none. */
function readLine(line: NewLine, { price, points }: Draft): { line: NewLine } | { fault: string } {
  if (line.kind === 'level') {
    const amount = readNumber(price);
    return amount?.gt(0) ? { line: { kind: 'level', price: amount.toFixed() } } : { fault: 'Enter a price.' };
  }
  const [from, to] = [readPoint(points.from), readPoint(points.to)];
  if (!from || !to) return { fault: 'Enter the time and price of both points.' };
  if (from.time === to.time) return { fault: 'The points must have different times.' };
  return { line: { kind: 'trend', from, to, logarithmic: line.logarithmic } };
}

interface FieldsProps {
  line: NewLine;
  pair: Pair;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

const POINTS = [
  { end: 'from', name: 'First point' },
  { end: 'to', name: 'Second point' },
] as const;

function LineFields({ line, pair, draft, onDraft }: FieldsProps) {
  const clean = (text: string) => cleanNumber(text, pair.counterRound);
  const trailing = pair.counterCurrency;
  if (line.kind === 'level')
    return (
      <Field
        label="Price"
        decimal
        value={draft.price}
        trailing={trailing}
        onChange={({ target }) => onDraft({ ...draft, price: clean(target.value) })}
      />
    );
  return POINTS.map(({ end, name }) => {
    const change = (next: Partial<Typed>) =>
      onDraft({ ...draft, points: { ...draft.points, [end]: { ...draft.points[end], ...next } } });
    return (
      <fieldset key={end} className={styles.point}>
        <legend>{name}</legend>
        <Field
          label={`Time of the ${name.toLowerCase()}`}
          type="datetime-local"
          value={draft.points[end].at}
          onChange={({ target }) => change({ at: target.value })}
        />
        <Field
          label={`Price of the ${name.toLowerCase()}`}
          decimal
          value={draft.points[end].price}
          trailing={trailing}
          onChange={({ target }) => change({ price: clean(target.value) })}
        />
      </fieldset>
    );
  });
}

const levelNow = (line: Omit<DrawnTrend, 'id'>): Big | null => levelAt(line, Date.now());

function AlertOffer({ line, pair, offline, onAlert }: { line: NewLine } & Pick<Props, 'pair' | 'offline' | 'onAlert'>) {
  const priceText = (level: Big) => grouped(onTick(level, pair.counterStepSize), pair.counterRound);
  const offer = (text: string, place: AlertPlace) => (
    <Button variant="quiet" icon={BellPlus} disabled={offline} onClick={() => onAlert(place)}>
      {text}
    </Button>
  );
  if (line.kind === 'level') {
    const price = onTick(new Big(line.price), pair.counterStepSize);
    return offer(`Add alert at ${priceText(price)}`, { price });
  }
  const level = levelNow(line);
  return (
    <>
      {offer('Add alert on this line', { trend: trendOf(line) })}
      <p className={styles.note}>
        The alert follows the line{level ? `, which is at ${priceText(level)} now` : ''}. Moving or deleting the drawn
        line later does not change the alert.
      </p>
    </>
  );
}

/** A drawn line by its figures: new, changed, deleted, or made an alert. */
export function DrawnDialog({ line, pair, offline, onSave, onDelete, onAlert, onClose }: Props) {
  const formId = useId();
  const [draft, setDraft] = useState(() => draftOf(line));
  const [tried, setTried] = useState(false);
  const read = readLine(line, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('line' in read) onSave(read.line);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={line.kind === 'level' ? 'Horizontal line' : 'Trend line'}
      footer={
        <>
          {onDelete ? (
            <Button variant="quiet" icon={Trash2} onClick={onDelete}>
              Delete
            </Button>
          ) : (
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button type="submit" form={formId}>
            {onDelete ? 'Save' : 'Add line'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <LineFields line={line} pair={pair} draft={draft} onDraft={setDraft} />
        {tried && 'fault' in read ? <p role="alert">{read.fault}</p> : null}
        {'line' in read ? <AlertOffer line={read.line} pair={pair} offline={offline} onAlert={onAlert} /> : null}
        <p className={styles.note}>Drawn lines are kept on this device until you sign out.</p>
      </form>
    </Dialog>
  );
}
