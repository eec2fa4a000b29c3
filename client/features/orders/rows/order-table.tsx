import type { OrderBlock } from '#contracts/order-block.ts';
import { Time } from '../../../ui/time.tsx';
import { Done, Position, Price, RemoveButton, Value } from './block-facts.tsx';
import styles from './order-rows.module.css';

export interface BlocksProps {
  /** Of each block the main key's order. */
  blocks: readonly OrderBlock[];
  caption: string;
  inBase: boolean;
  onToggleValue: () => void;
  offline: boolean;
  onRemove: (block: OrderBlock) => void;
}

const pairLabel = ({ symbol }: OrderBlock) => `${symbol.baseCurrency}/${symbol.counterCurrency}`;

export const OrderTable = ({ blocks, caption, inBase, onToggleValue, offline, onRemove }: BlocksProps) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Date ({blocks.length})</th>
          <th scope="col">Price</th>
          <th scope="col">Coin pair</th>
          <th scope="col">Value</th>
          <th scope="col">Position</th>
          <th scope="col">Done</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <tr key={block.blockId} data-block={block.blockId} data-status={block.status}>
            <td>
              <Time at={block.firstPlacedTime} />
            </td>
            <td>
              <Price block={block} />
            </td>
            <td>{pairLabel(block)}</td>
            <td>
              <Value block={block} inBase={inBase} onToggle={onToggleValue} />
            </td>
            <td>
              <Position block={block} />
            </td>
            <td>
              <Done block={block} />
            </td>
            <td className={styles.action}>
              <RemoveButton block={block} disabled={offline} onRemove={onRemove} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const OrderCards = ({ blocks, caption, inBase, onToggleValue, offline, onRemove }: BlocksProps) => (
  <ul className={styles.cards} aria-label={caption}>
    {blocks.map((block) => (
      <li key={block.blockId} className={styles.card} data-block={block.blockId} data-status={block.status}>
        <div className={styles.top}>
          <span className={styles.date}>
            <Time at={block.firstPlacedTime} />
          </span>
          <RemoveButton block={block} disabled={offline} onRemove={onRemove} />
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Price</dt>
            <dd>
              <Price block={block} />
            </dd>
          </div>
          <div>
            <dt>Coin pair</dt>
            <dd>{pairLabel(block)}</dd>
          </div>
          <div>
            <dt>Value</dt>
            <dd>
              <Value block={block} inBase={inBase} onToggle={onToggleValue} />
            </dd>
          </div>
          <div>
            <dt>Position</dt>
            <dd>
              <Position block={block} />
            </dd>
          </div>
        </dl>
        <Done block={block} />
      </li>
    ))}
  </ul>
);
