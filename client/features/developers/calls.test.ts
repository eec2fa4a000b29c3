import { describe, expect, it } from 'vitest';
import { addressOf, type ApiCall, apiOf, curlText, matching, openedCall } from './calls.ts';
import { typeText } from './type-text.ts';

const text = { type: 'string' };
const operation = {
  operationId: 'changeBot',
  tags: ['Bots'],
  summary: 'Change a bot',
  'x-scopes': ['trade' as const],
  parameters: [
    { name: 'botId', in: 'path' as const, required: true, schema: text, example: 'b1' },
    { name: 'page', in: 'query' as const, required: false, schema: text },
    { name: 'Idempotency-Key', in: 'header' as const, required: false, schema: text },
  ],
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { name: text } }, example: { name: 'A' } } },
  },
  responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Bot' } } } } },
};
const schemas = {
  Bot: {
    type: 'object',
    properties: { botId: text, parts: { type: 'array', items: { $ref: '#/components/schemas/Bot' } } },
    required: ['botId'],
  },
  Money: { type: 'number' },
};
const { 'x-scopes': _, ...closed } = operation;
const paths = { '/api/bots/{botId}': { patch: operation, delete: closed } };
const {
  calls: [call, ...rest],
} = apiOf({ components: { schemas }, paths });
const changeBot = openedCall(call as ApiCall, schemas);

describe('the calls of the description', () => {
  it('are those that tokens may make, with what is sent and answered', () => {
    expect(rest).toEqual([]);
    expect(changeBot).toEqual({
      id: 'changeBot',
      group: 'Bots',
      method: 'PATCH',
      path: '/api/bots/{botId}',
      summary: 'Change a bot',
      scopes: ['trade'],
      takesKey: true,
      operation,
      parameters: [
        { name: 'botId', in: 'path', required: true, type: 'string', example: 'b1' },
        { name: 'page', in: 'query', required: false, type: 'string', example: '' },
      ],
      body: { type: '{\n  name?: string\n}', example: '{\n  "name": "A"\n}' },
      answer: '{\n  botId: string\n  parts?: Bot[]\n}',
    });
  });

  it('are written out one by one, as they are opened: all of them would hold up the first paint', () => {
    const unread = {
      get Bot(): unknown {
        throw new Error('read');
      },
    };
    const { calls, schemas: named } = apiOf({ components: { schemas: unread }, paths });
    expect(calls).toHaveLength(1);
    expect(() => openedCall(calls[0] as ApiCall, named)).toThrow('read');
  });

  it('are found by every word of a search', () => {
    expect(matching([changeBot], 'patch bots')).toHaveLength(1);
    expect(matching([changeBot], 'patch orders')).toEqual([]);
    expect(matching([changeBot], ' ')).toHaveLength(1);
  });

  it('have an address once their path is filled in, with nothing but what was typed', () => {
    expect(addressOf(changeBot, { botId: ' ', page: '2' })).toBeNull();
    expect(addressOf(changeBot, { botId: 'a/b?c', page: '' })).toBe('/api/bots/a%2Fb%3Fc');
    expect(addressOf(changeBot, { botId: 'b1', page: '2&x=1' })).toBe('/api/bots/b1?page=2%26x%3D1');
  });

  it('are a line for a shell, whatever quotes their body has', () => {
    expect(curlText(changeBot, 'https://t.example/api/bots/b1', '{\n  "name": "it\'s"\n}')).toBe(
      [
        "curl 'https://t.example/api/bots/b1' \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        '  -X PATCH \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{ "name": "it'\\''s" }'`,
      ].join('\n'),
    );
  });
});

describe('a type', () => {
  const money = { $ref: '#/components/schemas/Money' };
  it.each([
    [{ nullable: true, allOf: [money] }, 'number | null'],
    [{ type: 'string', enum: ['buy', 'sell'] }, '"buy" | "sell"'],
    [{ type: 'array', items: { type: 'string', enum: ['buy', 'sell'] } }, '("buy" | "sell")[]'],
    [{ anyOf: [{ type: 'integer' }, money, text] }, 'number | string'],
    [{ type: 'object', additionalProperties: { type: 'array', items: money } }, '{ [name]: number[] }'],
    [{ type: 'object', additionalProperties: false }, '{}'],
    [{}, 'unknown'],
    [undefined, 'unknown'],
  ])('%j is %s', (schema, expected) => {
    expect(typeText(schema, schemas)).toBe(expected);
  });
});
