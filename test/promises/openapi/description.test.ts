import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES, type RefusalCode } from '../../../lib/refusal.ts';
import { ROUTES } from '../../../functions/routes.ts';
import type { Route } from '../../../lib/route.ts';
import { VERSION } from '../../../lib/runtime/version.ts';
import { describe as description } from '../../../openapi/document.ts';
import { inlined } from '../../../openapi/inlined.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { pascal } from '../../../openapi/names.ts';
import { refusalsOf } from '../../../openapi/refusals.ts';
import { EVENTS } from '../../../openapi/webhooks.ts';
import { webhookPayloadShape as webhookPayload } from '../../../lib/wire/webhook.ts';
import { read } from '../../../lib/wire/read.ts';
import { described, OPERATION_KEYS, type Schema } from '../../support/contract/described.ts';
import * as z from 'zod';

const root = join(import.meta.dirname, '../../..');
const routes: readonly Route[] = ROUTES;
/** What the gateway leads elsewhere, what only the payment provider sends, and pages for people. */
const UNDESCRIBED = ['not-found', 'notifications/receive', 'console/show', 'console/act', 'console/enter'];
const rows = routes.filter(({ name }) => !UNDESCRIBED.includes(name));
const operations = Object.entries(OPERATIONS);

interface Needing {
  readonly $ref?: string;
  readonly properties: object;
  readonly allOf?: readonly [{ readonly anyOf: readonly { readonly required: readonly string[] }[] }];
}
interface Asked {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: { readonly pattern?: string };
  }[];
}
type Tagged = Record<string, Record<string, { readonly tags: readonly string[] }>>;

interface Posted {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
}

describe('the description of the API', () => {
  it('equals openapi.json; `npm run openapi` writes it again', () => {
    const written = readFileSync(join(root, 'openapi.json'), 'utf8');
    expect(JSON.parse(written)).toEqual(description());
  });

  it('has at most 250 KB, in which examples and whatever repeats itself are components', () => {
    const text = readFileSync(join(root, 'openapi.json'), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(250_000);
    expect(text.match(/"examples":\{"sample":\{"\$ref"/g)?.length).toBeGreaterThan(40);
    expect(text).not.toMatch(/"schema":\{"\$ref":"[^"]+"\},"example":/);
  });

  it('has no error and no warning', () => {
    const redocly = join(root, 'node_modules', '.bin', 'redocly');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const said = execFileSync(redocly, ['lint', 'openapi.json', '--format=json'], { cwd: root, env });
    const { totals } = JSON.parse(said.toString()) as { totals: Record<string, number> };
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it('names nothing as others’ languages do, and has no answer that is nothing', () => {
    const taken =
      /^(Events?|Errors?|Map|Set|Date|Promise|Object|String|Number|Request|Response|Node|Record)$/;
    const { tags, components } = description() as {
      tags: { name: string }[];
      components: { schemas: Record<string, object> };
    };
    const names = [...tags.map(({ name }) => name), ...Object.keys(components.schemas)];
    expect(names.filter((name) => taken.test(name))).toEqual([]);
    const nothing = Object.entries(components.schemas).filter(([, schema]) =>
      /"\w+":\{"type":"null"\}/.test(JSON.stringify(schema)),
    );
    expect(nothing.map(([name]) => name)).toEqual([]);
  });

  it('says by its schema of which members of a body one is needed, wherever none is refused', () => {
    const { schemas } = description().components as { schemas: Record<string, Needing> };
    const followed = (name: string): Needing => {
      const schema = schemas[name]!;
      return schema.$ref === undefined ? schema : followed(schema.$ref.split('/').at(-1)!);
    };
    const said = operations.flatMap(([name, { body, bodyMayBeAbsent, refusals = [], oneOf }]) => {
      if (!body || bodyMayBeAbsent || !refusals.includes('missing_identifier')) return [];
      const { allOf, properties } = followed(`${pascal(name)}Request`);
      const ways = allOf?.[0]?.anyOf.map(({ required }) => required);
      expect([name, Object.keys(properties)]).toEqual([name, expect.arrayContaining(ways?.flat() ?? [])]);
      return [[name, ways, oneOf]];
    });
    expect(said.length).toBeGreaterThan(8);
    for (const [name, ways, oneOf] of said) {
      expect([name, oneOf?.length]).toEqual([name, expect.any(Number)]);
      expect([name, ways]).toEqual([name, oneOf]);
    }
  });

  it('gives every address a format, but those that some keys are shown masked', () => {
    const addresses: (readonly [of: string, member: string, format: unknown])[] = [];
    const { schemas } = description().components as { schemas: Record<string, Schema> };
    const formatOf = ({ $ref, format, anyOf }: Schema): unknown =>
      $ref === undefined
        ? (format ?? anyOf?.map(formatOf).find(Boolean))
        : formatOf(schemas[$ref.split('/').at(-1)!]!);
    const look = (of: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries((value as Schema).properties ?? {}))
        if (/(^url|Url)$/.test(name) && !('const' in member)) addresses.push([of, name, formatOf(member)]);
        else if (of.endsWith('Request') && /^(email|supportEmail|replyTo)$/.test(name))
          addresses.push([of, name, formatOf(member)]);
      for (const part of Object.values(value)) look(of, part);
    };
    for (const [name, schema] of Object.entries(schemas)) look(name, schema);
    expect(addresses.length).toBeGreaterThan(25);
    const without = addresses.filter(([, , format]) => format !== 'uri' && format !== 'idn-email');
    expect(without.map(([of, name]) => `${of} ${name}`)).toEqual(['AccountAnswer url', 'Webhook url']);
  });

  it('takes a parameter that may be left out empty', () => {
    const all = Object.values(inlined(description()).paths as Record<string, Record<string, Asked>>).flatMap(
      (methods) => Object.values(methods).flatMap(({ parameters = [] }) => parameters),
    );
    const optional = all.filter(
      (one) => one.in === 'query' && !one.required && one.schema.pattern !== undefined,
    );
    expect(optional.length).toBeGreaterThan(1);
    for (const { name, schema } of optional)
      expect([name, new RegExp(schema.pattern!, 'u').test('')]).toEqual([name, true]);
  });

  it('has one heading for what is called and another for what is sent, since others make one file of each', () => {
    const { paths, webhooks, tags } = inlined(description()) as Record<'paths' | 'webhooks', Tagged> & {
      tags: { name: string }[];
    };
    const [called, sent] = [paths, webhooks].map((items) =>
      Object.values(items).flatMap((methods) => Object.values(methods).flatMap(({ tags: own }) => own)),
    );
    expect(called!.filter((tag) => sent!.includes(tag))).toEqual([]);
    expect([...new Set([...called!, ...sent!])].sort()).toEqual(tags.map(({ name }) => name).sort());
  });

  it('requires of a delivery what each has, and not what only a rotation or an example has', () => {
    for (const { post } of Object.values(
      inlined(description()).webhooks as Record<string, { post: Posted }>,
    )) {
      const sometimes = post.parameters.filter(({ required }) => !required).map(({ name }) => name);
      expect(sometimes).toEqual(['X-Svc-Signature-Next', 'X-Svc-Signature-Meta-Next', 'X-Svc-Test']);
    }
  });

  it('has every route and no other', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
    const paths = description().paths as Record<string, Record<string, unknown>>;
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = rows.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    expect(found.sort()).toEqual(wanted.sort());
  });

  it('says of each member of a request and of each parameter what it is there', () => {
    interface Said {
      readonly description?: string;
    }
    const { schemas } = description().components as {
      schemas: Record<string, { properties?: Record<string, Said> }>;
    };
    const members = Object.entries(schemas)
      .filter(([name]) => name.endsWith('Request'))
      .flatMap(([of, { properties = {} }]) =>
        Object.entries(properties).map(([name, { description: said }]) => [`${of}.${name}`, said] as const),
      );
    const parameters = OPERATION_KEYS.flatMap((key) =>
      (described(key).parameters ?? []).flatMap((one) =>
        one.in === 'query' ? [[`${key} ${one.name}`, one.description] as const] : [],
      ),
    );
    expect([members.length > 40, parameters.length > 40]).toEqual([true, true]);
    const unsaid = [...members, ...parameters].flatMap(([name, said]) => (said ? [] : [name]));
    expect(unsaid).toEqual([]);
  });

  it('lists every code of a refusal', () => {
    const documented = new Set<RefusalCode>(
      rows
        .flatMap((route) =>
          route.methods.flatMap((method) => [
            ...refusalsOf(
              route,
              method,
              OPERATIONS[route.name as keyof typeof OPERATIONS]?.refusals,
            ).values(),
          ]),
        )
        .flat(),
    );
    const elsewhere = ['not_found', 'method_not_allowed'];
    expect(REFUSAL_CODES.filter((code) => !documented.has(code) && !elsewhere.includes(code))).toEqual([]);
  });

  it('carries the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(VERSION).toBe(version);
    expect(description().info).toMatchObject({ version });
  });
});

describe('an example', () => {
  const withExample = operations.filter(([, { example }]) => example);

  it.each(withExample.filter(([, { example }]) => example?.body))(
    'of a request is one that is understood: %s',
    (_, { body, example }) => {
      expect(() => read(body!, example?.body)).not.toThrow();
    },
  );

  it.each(withExample)('of an answer is one that is given: %s', (_, { answer, example }) => {
    expect(z.core.safeParse(answer as z.core.$ZodType, example?.answer).error?.issues).toBeUndefined();
  });

  it.each(Object.keys(EVENTS))('of an event is one that is sent: %s', (type) => {
    const { example } = EVENTS[type as keyof typeof EVENTS];
    expect(webhookPayload.safeParse(example).error?.issues).toBeUndefined();
    expect(example.notificationType).toBe(type);
  });
});
