import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { FILE_BYTES, MOST_FILES } from '#contracts/rules/backtest-limits.ts';
import { IconButton } from '../../../ui/button.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { useRemoveFile, useSendFile } from '../backtests.mutations.ts';
import { dataFiles } from '../backtests.queries.ts';
import { utcDay } from '../shown.ts';
import { sortFiles } from './drop.ts';
import styles from './files.module.css';

/** Sent one after the other; what is refused is named with its sentence. */
function useUpload() {
  const sending = useSendFile();
  const [faults, setFaults] = useState<string[]>([]);
  const [name, setName] = useState<string | null>(null);
  async function upload(all: readonly File[]): Promise<void> {
    setFaults([]);
    const { files, checksums } = await sortFiles(all);
    for (const file of files.slice(0, MOST_FILES)) {
      setName(file.name);
      try {
        if (file.size > FILE_BYTES) throw new Error(`${file.name} is larger than 64 MB.`);
        await sending.mutateAsync({ file, checksum: checksums.get(file.name) });
      } catch (error) {
        setFaults((before) => [...before, sentenceOf(error)]);
      }
    }
    setName(null);
  }
  return { upload, faults, name };
}

/** files of prices, dropped or chosen, and those that are kept. */
export function Files() {
  const { data: files = [] } = useQuery(dataFiles);
  const { upload, faults, name } = useUpload();
  const removing = useRemoveFile();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void upload([...(target.files ?? [])]);
    target.value = '';
  };
  return (
    <div className={styles.all}>
      <label className={styles.drop}>
        {/* Takes what is dropped on it by itself. */}
        <input
          type="file"
          multiple
          accept=".zip,.csv,.gz,.CHECKSUM"
          className={styles.input}
          disabled={name !== null}
          onChange={choose}
        />
        {name === null ? 'Drop files from data.binance.vision here, or press to choose them' : `Reading ${name}…`}
      </label>
      <p className={styles.small}>
        Klines, aggTrades or trades as .zip, .csv or .csv.gz, up to 64 MB each, with their .CHECKSUM if you like.
      </p>
      {faults.map((fault) => (
        <p key={fault} role="alert" className={styles.fault}>
          {fault}
        </p>
      ))}
      {files.length > 0 ? (
        <ul className={styles.list} aria-label="Your files">
          {files.map(({ fileId, name: file, from, to, kind, count, holes }) => (
            <li key={fileId}>
              <span className={styles.name}>{file}</span>
              <span className={styles.small}>
                {utcDay(from)} to {utcDay(to)}, {count.toLocaleString('en-US')} {kind === 'klines' ? 'bars' : 'trades'}
                {holes > 0 ? `, ${holes} ${holes === 1 ? 'hole' : 'holes'}` : ''}
              </span>
              <IconButton icon={Trash2} label={`Delete ${file}`} onClick={() => removing.mutate(fileId)} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
