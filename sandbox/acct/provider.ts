import type { Behaviour, InEffect } from './behaviour.ts';
import type { Store } from './store.ts';
import { finishJobs } from './documents.ts';
import { formOf } from './form.ts';
import type { Form } from './form.ts';
import { Refused } from './http.ts';
import type { Answer, ApiRequest } from './http.ts';
import { authorise, bearerOf, grant } from './oauth.ts';
import type { Rates } from '../rates/rates.ts';
import type { Rate } from './rate.ts';
import { me, visitResource } from './routes.ts';

/** All that the sandbox provider is made of. */
export interface World {
  readonly store: Store;
  readonly behaviour: Behaviour;
  readonly rate: Rate;
  /** The central bank's bulletins, which are served beside the provider. */
  readonly rates: Rates;
  readonly now: () => number;
}

/** The outcome of a request: an answer, a lost answer, or silence. */
export type Fate = { readonly is: 'answer' | 'lost'; readonly answer: Answer } | { readonly is: 'silence' };

/** The live API's transient failure, whose body is outside its contract. */
const internalError: Answer = {
  status: 500,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: { status: 500, error: 'Internal Server Error' },
};

const CALLS_PER_WINDOW = 10;

/** The provider's own wire contract: `/oauth` and `/v4`. */
export function provide(world: World, request: ApiRequest, fileOrigin: string): Fate {
  const { store, behaviour } = world;
  const form = request.path[0] === 'oauth' ? formOf(request) : {};
  const client = store.companies.find((each) => each.clientId === form['client_id']);
  const rules = behaviour.inEffect(request, client?.companyId ?? request.path[1]);
  if (rules.spend('hangNext')) return { is: 'silence' };
  if (rules.spend('failNext')) return { is: 'answer', answer: internalError };
  const answer = store.together(() => {
    finishJobs(store, world.now());
    try {
      if (request.path[0] === 'oauth') return login(world, request, form, rules);
      return resource(world, request, rules, fileOrigin);
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  });
  return { is: rules.spend('loseAnswerNext') ? 'lost' : 'answer', answer };
}

function login(world: World, request: ApiRequest, form: Form, rules: InEffect): Answer {
  const route = `${request.method} ${request.path.slice(1).join('/')}`;
  if (route === 'GET authorize') return authorise(world.store, request);
  if (route !== 'POST token') throw new Refused(404, 'Not Found', 'No route matches.');
  return (
    tooMany(world, `client ${form['client_id'] ?? ''}`, rules) ?? grant(world.store, form, rules, world.now())
  );
}

function resource(world: World, request: ApiRequest, rules: InEffect, fileOrigin: string): Answer {
  const now = world.now();
  const companyId = bearerOf(world.store, request, rules, now);
  if (typeof companyId !== 'string') return companyId;
  const limited = tooMany(world, `company ${companyId}`, rules);
  if (limited) return limited;
  const company = world.store.companies.get(companyId);
  if (company && request.path.length === 2 && request.path[1] === 'me') return me({ company, now });
  if (!company || companyId !== request.path[1])
    throw new Refused(403, 'Forbidden', 'Not a company of this user.');
  return visitResource({ request, company, rules, store: world.store, now, fileOrigin });
}

/** Per company for the API, per client for logins; the provider's actual rule is not confirmed. */
function tooMany(world: World, key: string, rules: InEffect): Answer | undefined {
  const limit = rules.setting('rateLimit') ?? true;
  if (limit === false) return undefined;
  const seconds = world.rate.take(key, limit === true ? CALLS_PER_WINDOW : limit, world.now());
  if (seconds === 0) return undefined;
  const detail = `You have exceeded the limit of requests. Please try again in ${seconds} seconds.`;
  const body = { errors: [{ title: 'Too Many Requests', detail }] };
  return { status: 429, headers: { 'Retry-After': String(seconds) }, body };
}
