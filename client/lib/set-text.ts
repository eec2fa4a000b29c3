/** Changes what an element says. Its text node stays: a new one would be a change of the page's tree, with each price. */
export function setText(element: Element | null | undefined, text: string): void {
  const first = element?.firstChild;
  if (first instanceof Text) {
    if (first.data !== text) first.data = text;
  } else if (element && text !== '') element.textContent = text;
}
