import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GENERATED, generated } from '../../../client/generate/generated.ts';
import { typesOf, type Description } from '../../../client/generate/types.ts';

it('the client’s types are those of the description; `npm test` and `npm run openapi` write them', async () => {
  expect(readFileSync(GENERATED, 'utf8')).toBe(await generated());
});

it('every schema, operation of a tenant and code of a description becomes a type', () => {
  const description: Description = {
    paths: {
      '/open': { get: { operationId: 'open', summary: 'Open', security: [], responses: {} } },
      '/plans': {
        get: {
          operationId: 'plans',
          summary: 'List plans',
          parameters: [
            { name: 'page', in: 'query', required: false, schema: { type: 'integer' } },
            {
              name: 'svc-id',
              in: 'query',
              required: true,
              description: 'Whose.',
              schema: { type: 'string' },
            },
            { name: 'X-Other', in: 'header', required: true, schema: { type: 'string' } },
          ],
          responses: {
            '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Plan' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Time: { type: 'string', description: 'A moment.' },
        Failure: {
          type: 'object',
          properties: {
            errorCode: { anyOf: [{ type: 'string', enum: ['plan_not_found'] }, { type: 'string' }] },
          },
        },
        Plan: {
          type: 'object',
          description: 'What is sold.',
          properties: {
            unit: { type: ['string', 'null'] },
            kind: { const: 'plan' },
            tags: { type: 'array', items: { anyOf: [{ enum: ['a', 'b'] }, { type: 'number' }] } },
          },
          required: ['unit'],
        },
      },
    },
  };
  const text = typesOf(description);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '/** What is sold. */ export interface Plan { readonly "unit": string | null; readonly "kind"?: "plan"; readonly "tags"?: readonly ("a" | "b" | number)[]; }',
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'readonly plans: { readonly input: { readonly "page"?: number; /** Whose. */ readonly "svc-id": string; }; readonly answer: Plan; };',
  );
  expect(text).toContain(`plans: { method: 'GET', path: '/plans' }`);
  expect(text).toContain('  | "plan_not_found"');
  expect(text).toContain('/** A moment. */\nexport type Time = string;');
  expect(text).not.toContain('/open');
});
