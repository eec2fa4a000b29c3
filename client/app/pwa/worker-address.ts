import type { Workbox } from 'workbox-window';

type ScriptAddress = ConstructorParameters<typeof Workbox>[0];

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => Exclude<ScriptAddress, string> };
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

const WORKER = '/sw.js';

/** The only script URL that the Trusted Types policy allows; a plain string where the browser lacks Trusted Types. */
export function workerAddress(): ScriptAddress {
  const policy = window.trustedTypes?.createPolicy('tandem', {
    createScriptURL(address) {
      if (address === WORKER) return address;
      throw new TypeError(`${address} is not a script of this site.`);
    },
  });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
