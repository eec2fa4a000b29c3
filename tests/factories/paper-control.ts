import { expect } from 'vitest';
import type { ControlBody, ControlCommand } from '../../server/exchanges/paper/control/control-commands.ts';
import type { TestSite } from '../setup/site.ts';

/** What a test does not know yet is left out, and then refused. */
type Sent<Body> = Body extends object ? { [Field in keyof Body]: Body[Field] | undefined } : never;
export type Control = <Name extends ControlCommand>(what: Name, body: Sent<ControlBody<Name>>) => Promise<void>;

/** Orders to the paper exchange's control server; what each takes is written in its schema, control-commands.ts. */
export const paperControl =
  ({ deps }: { deps: Pick<TestSite['deps'], 'paperControlUrl'> }): Control =>
  async (what, body) => {
    const response = await fetch(`${deps.paperControlUrl}/control/${what}`, {
      method: 'POST',
      // A connection that is kept may be closed just when it is used again.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.clone().text()).toBe(200);
  };
