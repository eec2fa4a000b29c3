import { Component } from 'react';

interface Props {
  /** Id of the text field. */
  of: string;
  value: unknown;
}

interface Selected {
  input: HTMLInputElement;
  shown: string;
  start: number;
  end: number;
}

/**
 * Keeps what is selected in a focused field when its value changes under it: a price that follows the market would lose
 * its selection at each trade, and what is typed next would join the old digits instead of replacing them. A class,
 * since only `getSnapshotBeforeUpdate` sees the field before it changes.
 */
export class KeepSelection extends Component<Props> {
  override getSnapshotBeforeUpdate({ value }: Props): Selected | null {
    const input = document.activeElement;
    if (value === this.props.value || !(input instanceof HTMLInputElement) || input.id !== this.props.of) return null;
    const { selectionStart: start, selectionEnd: end, value: shown } = input;
    // An e-mail field has no selection that can be read.
    return start === null || end === null ? null : { input, shown, start, end };
  }

  override componentDidUpdate(_props: Props, _state: unknown, selected: Selected | null): void {
    if (!selected) return;
    const { input, shown, start, end } = selected;
    // What you type is in the field before it changes.
    if (input.value === shown) return;
    const longer = input.value.length - shown.length;
    const from = start === 0 ? 0 : Math.max(0, start + longer);
    input.setSelectionRange(from, Math.max(from, end + longer));
  }

  override render(): null {
    return null;
  }
}
