import type { Profile } from './profiler.ts';

const IDLE = '(idle)';
const COLLECTOR = '(garbage collector)';
const NATIVE = new Set(['(program)', '(root)']);
const TOP = 10;

type Frame = Profile['nodes'][number]['callFrame'];

/** `server/…` from the sources, or the package that a file belongs to. */
function placeOf({ url }: Frame): string {
  const [, inPackage] = /node_modules\/(?!.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (inPackage !== undefined) return inPackage;
  const [, own] = /\/((?:server|tests)\/.+)$/.exec(url) ?? [];
  return own ?? (url.startsWith('node:') ? url : 'native');
}

const lineOf = (frame: Frame): string =>
  `${frame.functionName || '(anonymous)'} ${placeOf(frame)}${frame.url ? `:${frame.lineNumber + 1}` : ''}`;

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

/** By the files of the product that are on the stack, with all that they call; each file once a sample. */
function filesOnStack({ nodes }: Profile): Map<number, ReadonlySet<string>> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const files = new Map<number, ReadonlySet<string>>();
  const pending = nodes.slice(0, 1).map(({ id }) => ({ id, above: new Set<string>() as ReadonlySet<string> }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const node = byId.get(next.id);
    if (!node) continue;
    const place = placeOf(node.callFrame);
    const own = place.startsWith('server/') && !next.above.has(place) ? new Set([...next.above, place]) : next.above;
    files.set(node.id, own);
    for (const id of node.children ?? []) pending.push({ id, above: own });
  }
  return files;
}

interface Spent {
  name: string;
  /** In µs. */
  time: number;
}

const highest = (times: ReadonlyMap<string, number>): Spent[] =>
  [...times]
    .map(([name, time]) => ({ name, time }))
    .toSorted((one, other) => other.time - one.time)
    .slice(0, TOP);

/** Where the samples of a profile were taken: times in µs of what was not idle. */
export function digest(profile: Profile) {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const onStack = filesOnStack(profile);
  const [functions, places, files] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const spent = { all: 0, idle: 0, collected: 0, native: 0 };
  for (const [at, id] of profile.samples.entries()) {
    const frame = frames.get(id);
    const time = profile.timeDeltas[at + 1] ?? 0;
    if (!frame) continue;
    spent.all += time;
    if (frame.functionName === IDLE) spent.idle += time;
    else if (frame.functionName === COLLECTOR) spent.collected += time;
    else if (NATIVE.has(frame.functionName) || frame.url === '') spent.native += time;
    if (frame.functionName === IDLE) continue;
    add(functions, lineOf(frame), time);
    add(places, placeOf(frame), time);
    for (const file of onStack.get(id) ?? []) add(files, file, time);
  }
  return { ...spent, functions: highest(functions), places: highest(places), files: highest(files) };
}
