import { registerHooks } from 'node:module';

// Prints each package and folder of exchanges as soon as something of it is loaded.
const known = new Set();
registerHooks({
  load(url, context, next) {
    const [name] = /(?<=\/node_modules\/)(?:@[^/]+\/)?[^/]+|(?<=\/server\/)exchanges\/[^/]+/.exec(url) ?? [];
    if (name !== undefined && !known.has(name)) {
      known.add(name);
      process.stdout.write(`loaded ${name}\n`);
    }
    return next(url, context);
  },
});
