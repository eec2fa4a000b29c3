import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';

type Blocks = readonly (readonly OrderBlock[])[];

const idsOf = (blocks: Blocks): ReadonlySet<string> => new Set(blocks.map(([main]) => main?.blockId ?? ''));
const same = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** Height of the sticky header. */
const HEADER_PX = 56;

/** Whether the user has scrolled past the element. */
function useScrolledPast(top: RefObject<HTMLElement | null>): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (!top.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.top < HEADER_PX);
      },
      // What is below the screen counts as seen: a jump past it is noticed as well.
      { rootMargin: `-${HEADER_PX}px 0px 1000000px` },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top]);
  return past;
}

/**
 * Holds back new blocks while the user has scrolled past the top of the list `of`, so that rows do not move: where there are
 * none to move, they show at once.
 */
export function useNewRows(blocks: Blocks, of: string) {
  const top = useRef<HTMLDivElement>(null);
  const past = useScrolledPast(top);
  const [known, setKnown] = useState({ of, ids: idsOf(blocks) });
  const kept = blocks.filter(([main]) => known.ids.has(main?.blockId ?? ''));
  const waits = past && known.of === of && kept.length > 0;
  const ids = waits ? known.ids : idsOf(blocks);
  if (known.of !== of || !same(known.ids, ids)) setKnown({ of, ids });
  const shown = waits ? kept : blocks;
  const show = () => {
    setKnown({ of, ids: idsOf(blocks) });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return { top, shown, waiting: blocks.length - shown.length, show };
}
