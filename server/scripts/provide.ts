import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.ts';

interface Tool {
  /** What cannot be tested without it; none for what is only quicker with it. */
  purpose?: string;
  /** Debian's package, and the programs that will do, in order of preference. */
  package: string;
  programs: string[];
}

const tools: Tool[] = [
  { purpose: 'the browser tests', package: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'] },
  { purpose: 'the tests of several processes', package: 'nats-server', programs: ['nats-server'] },
  { purpose: "the push endpoint's certificate", package: 'openssl', programs: ['openssl'] },
  { package: 'chromium-headless-shell', programs: ['chromium-headless-shell'] },
];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(programs: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(isProgram);
}

/** The path of a tool; for Chromium also from CHROMIUM_PATH. */
function whereIs({ package: name, programs }: Tool): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return name === 'chromium' && CHROMIUM_PATH && isProgram(CHROMIUM_PATH) ? CHROMIUM_PATH : find(programs);
}

async function install(packages: string[]): Promise<void> {
  const apt = find(['apt-get']);
  if (!apt || process.getuid?.() !== 0) return;
  console.log(`Installing ${packages.join(' and ')} with apt…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run(apt, ['update', '-qq'], { capture: true, env });
  if (update.code !== 0) console.log(update.output.trimEnd());
  const added = await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    capture: true,
    env,
  });
  if (added.code !== 0) console.log(added.output.trimEnd());
}

export interface Provided {
  chromium: string | undefined;
  /** Chromium without windows, at half of its cost; the whole browser where there is none. */
  headlessShell: string | undefined;
  nats: string | undefined;
  /** One sentence per missing tool. */
  missing: string[];
}

/** The tools that the tests need besides npm's packages; installed where Debian's apt is usable by this user. */
export async function provideTools(): Promise<Provided> {
  const lacking = tools.filter((tool) => !whereIs(tool));
  if (lacking.length > 0) await install(lacking.map((tool) => tool.package));
  const [chromium, nats, , headlessShell = chromium] = tools.map(whereIs);
  const missing = tools
    .filter((tool) => tool.purpose && !whereIs(tool))
    .map(
      (tool) =>
        `${tool.package} is missing, for ${tool.purpose}: install it (Debian: apt-get install ${tool.package}).`,
    );
  return { chromium, headlessShell, nats, missing };
}
