import * as z from 'zod/mini';
import * as alertConditions from '#contracts/alert-conditions.ts';
import * as botSettings from '#contracts/bot-settings.ts';
import * as errors from '#contracts/errors.ts';
import { modules } from '#contracts/index.ts';
import * as money from '#contracts/money.ts';
import * as orderBlock from '#contracts/order-block.ts';
import * as planFields from '#contracts/plan-fields.ts';
import * as symbol from '#contracts/symbol.ts';

export type Schema = z.ZodMiniType;
export type Json = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;

const DECIMAL = 'A decimal as a JSON number of at most 15 significant digits. Read it into a decimal, not a float.';
const DESCRIPTIONS: Record<string, string> = {
  Money: DECIMAL,
  PositiveMoney: `Above zero. ${DECIMAL}`,
  Market: 'binance, bybit or coinbase, in any case.',
  UpperMarket: 'BINANCE, BYBIT or COINBASE, in any case.',
  SymbolName: 'A coin pair such as xrp_usdt: in any case, with _, / or - between, or nothing.',
  UpperSymbolName: 'A coin pair such as XRP_USDT: in any case, with _, / or - between, or nothing.',
  TimeText: 'UTC epoch milliseconds.',
  PageText: 'A page, counted from 0.',
  PageSizeText: 'Rows of a page: 1 to 500.',
};

interface About {
  id: string;
  description?: string;
}
type Named = ReturnType<typeof z.registry<About>>;

const SHARED = [alertConditions, botSettings, errors, money, orderBlock, planFields, symbol];
/** Of these a reference says less than the schema itself. */
const INLINE = new Set(['NullableMoney', 'PlanFields', 'Condition']);

/** What the contracts export by a name is one schema of the document. Throws where two share a name. */
function namedSchemas(): Named {
  const named: Named = z.registry<About>();
  const taken = new Map<string, Schema>();
  for (const module of [...SHARED, ...Object.values(modules)]) {
    for (const [key, schema] of Object.entries<unknown>(module)) {
      const id = key.charAt(0).toUpperCase() + key.slice(1);
      if (!isSchema(schema) || INLINE.has(id)) continue;
      const other = taken.get(id);
      if (other && other !== schema) throw new Error(`Two schemas of the contracts are named ${id}.`);
      taken.set(id, schema);
      const description = DESCRIPTIONS[id];
      named.add(schema, { id, ...(description === undefined ? {} : { description }) });
    }
  }
  return named;
}

const FROM = '#/definitions/';
const TO = '#/components/schemas/';

const moved = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, text: unknown) =>
    key === '$ref' && typeof text === 'string' && text.startsWith(FROM) ? TO + text.slice(FROM.length) : text,
  ) as unknown;

/** Writes schemas as they are on the wire, and keeps the named ones that they refer to. */
export function schemaWriter() {
  const named = namedSchemas();
  const components: Json = {};
  return {
    components,
    write(schema: Schema): Json {
      const { definitions, ...written }: Json = z.toJSONSchema(schema, {
        metadata: named,
        io: 'input',
        target: 'openapi-3.0',
        unrepresentable: 'any',
      });
      for (const [id, definition] of Object.entries(definitions ?? {})) components[id] ??= moved(definition);
      return moved(written) as Json;
    },
  };
}
export type SchemaWriter = ReturnType<typeof schemaWriter>;
