import { Plus, Search } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Segments } from '../../../ui/segments.tsx';
import styles from './alerts.module.css';

interface Props {
  search: string;
  favorite: boolean;
  disabled: boolean;
  onSearch: (text: string) => void;
  onFavorite: (favorite: boolean) => void;
  onAdd: () => void;
}

export const AlertsBar = ({ search, favorite, disabled, onSearch, onFavorite, onAdd }: Props) => (
  <div className={styles.bar}>
    <div className={styles.search}>
      <Field
        label="Search by pair"
        labelHidden
        type="search"
        placeholder="Search by pair"
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        trailing={<Icon of={Search} size={18} />}
      />
    </div>
    <Button icon={Plus} disabled={disabled} onClick={onAdd}>
      Add alert
    </Button>
    <Segments
      label="Which alerts"
      labelHidden
      options={[
        { value: 'all', label: 'All pairs' },
        { value: 'favorite', label: 'Favorite pairs' },
      ]}
      value={favorite ? 'favorite' : 'all'}
      onChange={(which) => onFavorite(which === 'favorite')}
    />
  </div>
);
