import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CallsPay, SendsTo } from '../../../lib/runtime/app.ts';
import { part, read, write, type Permitted, type Ruling } from '../../../lib/route.ts';
import { Reply, resultOf } from '../../../lib/http/answer.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import type { Answers } from '../../../lib/wire/described.ts';
import type { healthAnswerShape } from '../../../lib/wire/service.ts';
import type { Told } from '../../../lib/wire/shape.ts';
import { ROUTES } from '../../../functions/routes.ts';

describe('the list of routes', () => {
  it('names each endpoint by its file', async () => {
    const named = ROUTES.map(async ({ name }) => {
      const { declared } = (await import(`../../../functions/${name}.ts`)) as { declared: { route: object } };
      return declared.route;
    });
    expect(await Promise.all(named)).toEqual(ROUTES);
  });
});

describe('The declaration of an endpoint', () => {
  it('gives its run what it uses, and nothing else compiles', () => {
    endpoint({
      ...{ name: 'a', at: 'GET /a', uses: read },
      input: () => undefined,
      run: async ({ app }) => {
        expectTypeOf(app).not.toExtend<SendsTo<'invoicing'>>();
        expectTypeOf(app).not.toExtend<CallsPay>();
      },
    });
    const { route } = endpoint({
      ...{ name: 'b', at: 'GET /b', uses: part(read, { sends: ['invoicing'], decrypts: ['pay'] }) },
      input: () => undefined,
      run: async ({ app }) => {
        expectTypeOf(app).toExtend<SendsTo<'invoicing'> & CallsPay>();
        expectTypeOf(app).not.toExtend<SendsTo<'deliveries'>>();
      },
    });
    expect(route).toMatchObject({ name: 'b', methods: ['GET'], path: '/b', right: 'read', limit: 'reads' });
  });

  it('has its run answer what it says, as JSON with or without headers of its own, or a page', () => {
    type RunOf<Says extends Answers | undefined> = ReturnType<
      Parameters<typeof endpoint<'a', 'GET /a', typeof read, undefined, Says>>[0]['run']
    >;
    type Said = Told<typeof healthAnswerShape>;
    expectTypeOf<Promise<Said>>().toExtend<RunOf<typeof healthAnswerShape>>();
    expectTypeOf<Promise<Reply<Said>>>().toExtend<RunOf<typeof healthAnswerShape>>();
    expectTypeOf<Promise<Omit<Said, 'version'>>>().not.toExtend<RunOf<typeof healthAnswerShape>>();
    expectTypeOf<Promise<Reply<Omit<Said, 'version'>>>>().not.toExtend<RunOf<typeof healthAnswerShape>>();
    expectTypeOf<Promise<Reply>>().not.toExtend<RunOf<typeof healthAnswerShape>>();
    expectTypeOf<Promise<Reply>>().toExtend<RunOf<'page'>>();
    expectTypeOf<Promise<Said>>().not.toExtend<RunOf<'page'>>();
    const answer = { statusCode: 200, headers: { 'x-own': '1' }, body: '{}' };
    expect(resultOf(new Reply(answer))).toBe(answer);
  });

  it('names the right that a change needs, or the verb whose right it is: else it does not compile', () => {
    expectTypeOf<Permitted<'POST /a', typeof write>>().toEqualTypeOf<{ readonly verb: Ruling }>();
    expectTypeOf<Permitted<'POST /a', typeof read>>().toBeNever();
    expectTypeOf<typeof write>().not.toExtend<Permitted<'GET /a', typeof write>['uses']>();
    const does = { needs: 'money', spends: 'directCheckouts' } as const;
    const answering = { input: () => undefined, run: async () => ({}) };
    const { route } = endpoint({ name: 'a', at: 'POST /a', uses: write, verb: does, ...answering });
    expect(route).toMatchObject({ right: 'money', limit: 'directCheckouts' });
  });
});
