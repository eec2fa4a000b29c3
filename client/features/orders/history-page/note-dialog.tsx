import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { ownTags, useNoteBlock } from './deals.queries.ts';
import styles from './history-page.module.css';

interface Props {
  block: { blockId: string; tags: readonly string[]; note: string };
  offline: boolean;
  onClose: () => void;
}

const MOST_TAGS = 10;
const NOTE_LENGTH = 1000;
const TAG_LENGTH = 30;

const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim().toLowerCase())
      .filter((tag) => tag !== ''),
  ),
];

function faultOf(tags: readonly string[]): string | null {
  if (tags.length > MOST_TAGS) return `At most ${MOST_TAGS} tags.`;
  return tags.some((tag) => tag.length > TAG_LENGTH) ? `A tag has at most ${TAG_LENGTH} characters.` : null;
}

/** Tags and a note of a block, for its owner alone. */
export function NoteDialog({ block: { blockId, tags: before, note: noted }, offline, onClose }: Props) {
  const [text, setText] = useState(before.join(', '));
  const [note, setNote] = useState(noted);
  const { data: known = [] } = useQuery(ownTags);
  const saving = useNoteBlock(onClose);
  const tags = readTags(text);
  const fault = faultOf(tags);
  const offered = known.filter(({ tag }) => !tags.includes(tag)).slice(0, 8);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Tags and note"
      footer={
        <DialogActions
          onBack={onClose}
          busy={saving.isPending}
          disabled={offline || fault !== null}
          onClick={() => saving.mutate({ blockId, tags, note })}
        >
          Save
        </DialogActions>
      }
    >
      <Field
        label="Tags"
        hint="Separated by commas: breakout, news"
        error={fault}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {offered.length > 0 ? (
        <div className={styles.offered}>
          {offered.map(({ tag }) => (
            <Button key={tag} small variant="quiet" onClick={() => setText([...tags, tag].join(', '))}>
              {tag}
            </Button>
          ))}
        </div>
      ) : null}
      <TextArea
        label="Note"
        value={note}
        maxLength={NOTE_LENGTH}
        rows={5}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  );
}
