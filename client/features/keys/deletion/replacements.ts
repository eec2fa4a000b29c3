import { isolated } from '#contracts/rules/isolated.ts';
import type { ApiKey, ApiKeyGroup, KeyContext } from '../key-context.ts';

/** Longer lists are counted instead of named. */
const MOST_NAMED = 3;
const named = (keys: readonly ApiKey[], counted: string) =>
  keys.length > MOST_NAMED ? counted : keys.map(({ name }) => isolated(name)).join(', ');

const isActive = ({ group, activeUid }: KeyContext) => group.mainKey.uid === activeUid;
const leads = ({ apiKey, group }: KeyContext) => apiKey.uid === group.mainKey.uid;

/** Other groups; relevant only if the active key is deleted. */
const others = (place: KeyContext): ApiKeyGroup[] =>
  isActive(place) ? place.groups.filter(({ mainKey }) => mainKey.uid !== place.group.mainKey.uid) : [];

/** Deleting a key with copy keys, or the active key while there are others, needs a replacement. */
export const needsChoice = (place: KeyContext): boolean =>
  leads(place) && (place.group.copyKeys.length > 0 || others(place).length > 0);

/** Possible replacements: other groups, its own copy keys, and single keys. */
export const replacements = (place: KeyContext) => ({
  groups: others(place).filter(({ copyKeys }) => copyKeys.length > 0),
  own: place.group.copyKeys,
  alone: others(place)
    .filter(({ copyKeys }) => copyKeys.length === 0)
    .map(({ mainKey }) => mainKey),
});

/** A key that is not active needs no replacement: its copy keys become single keys. */
export const mayDelete = (place: KeyContext, chosen: string | null): boolean => !isActive(place) || chosen !== null;

const alone = ({ mainKey, copyKeys }: ApiKeyGroup) => {
  if (copyKeys.length === 0) return '';
  const become = copyKeys.length === 1 ? 'becomes a single key' : 'become single keys';
  const names = named(copyKeys, `All ${copyKeys.length} copy keys of ${isolated(mainKey.name)}`);
  return `${names} ${become}, with copying off.`;
};

/** The remaining copy keys keep their settings. */
function staying(rest: readonly ApiKey[]): string {
  if (rest.length === 0) return '';
  const copying = rest.filter(({ inProcess }) => inProcess).length;
  const names = named(rest, `The other ${rest.length} copy keys`);
  const stay = `${names} ${rest.length === 1 ? 'stays' : 'stay'} under it`;
  if (copying === 0) return `${stay}, with copying off.`;
  const whose = copying === rest.length ? '' : ` ${copying} of them`;
  return `${stay} and${whose} ${copying === 1 ? 'copies' : 'copy'} its deals.`;
}

/** What happens to the remaining keys. */
export function consequence(place: KeyContext, chosen: string | null): string {
  const { group } = place;
  const active = isActive(place);
  const heir = group.copyKeys.find(({ uid }) => uid === chosen);
  if (heir) {
    const rest = group.copyKeys.filter((key) => key !== heir);
    const leading = `${isolated(heir.name)} becomes the main key of this group${active ? ' and your active key' : ''}.`;
    return `${leading} ${staying(rest)}`.trim();
  }
  const next = others(place).find(({ mainKey }) => mainKey.uid === chosen);
  if (next) return `${isolated(next.mainKey.name)} becomes your active key. ${alone(group)}`.trim();
  return active ? '' : alone(group);
}
