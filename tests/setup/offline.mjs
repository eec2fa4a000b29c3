// Loaded into a server's process before anything else: no name is found, and ccxt's loading is told.
import dns from 'node:dns';
import { registerHooks } from 'node:module';
import { isIP } from 'node:net';

const lookUp = dns.lookup;
dns.lookup = (name, options, done = options) => {
  if (name === 'localhost' || isIP(name) !== 0) return lookUp(name, options, done);
  return done(Object.assign(new Error(`${name} is not looked up in tests`), { code: 'ENOTFOUND' }));
};

registerHooks({
  load(url, context, next) {
    if (url.endsWith('/node_modules/ccxt/js/ccxt.js')) process.stderr.write('ccxt is loaded\n');
    return next(url, context);
  },
});
