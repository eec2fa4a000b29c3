import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|test-|fixture/.test(name));

/** What people name themselves, as it stands in a sentence; in these folders every `name` is one. */
const OWN_NAME = /\$\{[\w.?]*(connectorName|keyName|groupName|[kK]ey\.name|comment)\}/;
const NAMED_THERE = /features[\\/](keys|accounts[\\/]account[\\/]passkeys)[\\/]/;
const ANY_NAME = /\$\{([\w.?]*\.)?name\}/;

it("G-20 people's own names are isolated in every plain sentence", () => {
  const bare = ['client', 'server'].flatMap(sources).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        OWN_NAME.test(line) || (NAMED_THERE.test(file) && ANY_NAME.test(line)) ? [`${file}:${at + 1}`] : [],
      ),
  );
  expect(bare).toEqual([]);
});
