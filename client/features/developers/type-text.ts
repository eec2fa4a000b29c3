export type Schemas = Readonly<Record<string, unknown>>;

interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema | readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
}

const PREFIX = '#/components/schemas/';
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

interface Writing {
  schemas: Schemas;
  /** Names that are being written out: a schema within itself is named only. */
  open: readonly string[];
  indent: string;
}

const deeper = (writing: Writing): Writing => ({ ...writing, indent: `${writing.indent}  ` });

function fields({ properties = {}, required = [] }: Schema, writing: Writing): string {
  const inner = deeper(writing);
  const lines = Object.entries(properties).map(
    ([name, one]) => `${inner.indent}${name}${required.includes(name) ? '' : '?'}: ${written(one, inner)}`,
  );
  return `{\n${lines.join('\n')}\n${writing.indent}}`;
}

function object(schema: Schema, writing: Writing): string {
  if (Object.keys(schema.properties ?? {}).length > 0) return fields(schema, writing);
  const { additionalProperties: values } = schema;
  return isSchema(values) && Object.keys(values).length > 0 ? `{ [name]: ${written(values, writing)} }` : '{}';
}

function list({ items }: Schema, writing: Writing): string {
  if (items === undefined) return 'unknown[]';
  if ('length' in items) return `[${items.map((one) => written(one, writing)).join(', ')}]`;
  const one = written(items, writing);
  return one.includes(' | ') && !one.startsWith('{') ? `(${one})[]` : `${one}[]`;
}

function named(ref: string, writing: Writing): string {
  const name = ref.slice(PREFIX.length);
  const schema = writing.schemas[name];
  if (!isSchema(schema) || writing.open.includes(name)) return name;
  return written(schema, { ...writing, open: [...writing.open, name] });
}

const either = (parts: readonly Schema[], writing: Writing): string =>
  [...new Set(parts.map((one) => written(one, writing)))].join(' | ');

function bare(schema: Schema, writing: Writing): string {
  if (schema.$ref !== undefined) return named(schema.$ref, writing);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return either(parts, writing);
  if (schema.allOf) return schema.allOf.map((one) => written(one, writing)).join(' & ');
  if (schema.type === 'object') return object(schema, writing);
  if (schema.type === 'array') return list(schema, writing);
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown');
}

function written(schema: Schema, writing: Writing): string {
  const text = bare(schema, writing);
  return schema.nullable ? `${text} | null` : text;
}

/** A schema of OpenAPI 3.0 as TypeScript writes it, with the named ones written out. */
export const typeText = (schema: unknown, schemas: Schemas): string =>
  isSchema(schema) ? written(schema, { schemas, open: [], indent: '' }) : 'unknown';
