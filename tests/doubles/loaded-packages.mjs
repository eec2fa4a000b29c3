import { registerHooks } from 'node:module';

// Prints each package, adapter and engine as soon as something of it is loaded.
const known = new Set();
const NAME =
  /(?<=\/node_modules\/)(?:@[^/]+\/)?[^/]+|(?<=\/server\/)(?:exchanges\/[^/]+|features\/[^/]+\/engine)(?=\/)/;
registerHooks({
  load(url, context, next) {
    const [name] = NAME.exec(url) ?? [];
    if (name !== undefined && !known.has(name)) {
      known.add(name);
      process.stdout.write(`loaded ${name}\n`);
    }
    return next(url, context);
  },
});
