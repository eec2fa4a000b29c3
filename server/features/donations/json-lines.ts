const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

interface Frame {
  /** The next key or index; null in an object before its key. */
  at: string | number | null;
}

/** Consumes a comma, a colon or a key; false for a token that begins or ends a value. */
function takesBetween(frame: Frame | undefined, token: string): boolean {
  if (!frame || token === '}' || token === ']') return false;
  if (token === ',') frame.at = typeof frame.at === 'number' ? frame.at + 1 : null;
  else if (frame.at === null) frame.at = JSON.parse(token) as string;
  else return token === ':';
  return true;
}

/** The line on which each value of a JSON text begins, by its path: 'coins.0.networks.1.address'. */
export function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const frames: Frame[] = [];
  let line = 1;
  let seen = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    line += text.slice(seen, index).split('\n').length - 1;
    seen = index;
    if (takesBetween(frames.at(-1), token)) continue;
    if (token === '}' || token === ']') frames.pop();
    else lines.set(frames.map(({ at }) => at).join('.'), line);
    if (token === '{' || token === '[') frames.push({ at: token === '[' ? 0 : null });
  }
  return lines;
}

/** Whether a parser failed only because the text was cut off. */
const isOnlyUnfinished = (error: unknown, length: number): boolean => {
  const { message } = error as Error;
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  return message.includes('end of JSON input') || Number(position) >= length;
};

/**
 * The first line at which a text is no longer the beginning of valid JSON; Node names the position of some errors only.
 */
export function faultyLine(text: string): number {
  const lines = text.split('\n');
  const isBad = (_: string, index: number) => {
    const beginning = `${lines.slice(0, index + 1).join('\n')}\n`;
    try {
      JSON.parse(beginning);
      return false;
    } catch (error) {
      return !isOnlyUnfinished(error, beginning.length);
    }
  };
  const found = lines.findIndex(isBad);
  return found === -1 ? lines.length : found + 1;
}
