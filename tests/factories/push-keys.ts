import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webPush, { type VapidKeys } from 'web-push';

/** The same for every process that works in this folder. */
export function pushKeysIn(folder: string): VapidKeys {
  const file = join(folder, 'push-keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as VapidKeys;
  mkdirSync(folder, { recursive: true });
  const keys = webPush.generateVAPIDKeys();
  writeFileSync(file, JSON.stringify(keys));
  return keys;
}
