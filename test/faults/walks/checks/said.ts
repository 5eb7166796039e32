import { NO_ANSWER } from '../../../support/world/front.ts';
import type { Evidence, Heard, ShopEvidence } from '../evidence.ts';

/** Words of the platform, of its clients and of the runtime: who asks, or opens a page, never reads one. */
const INSIDE =
  /arn:aws|amazonaws|dynamodb|dynoxide|conditional|throughput|throttlingex|kmsin|econn|etimedout|node:internal|\bat .+\.[jt]s:\d|typeerror|is not a function|reading '/i;

/** What browsers come to; everything else is answered to programs. */
const PAGES = ['checkout/callback', 'checkout/page'];
const isPage = (said: string) => said.startsWith('<!doctype html>');

/** What a tenant and its customers are told, page or answer: in words of ours, in one shape, and of nobody else's. */
export function saidViolations({ heard, shops }: Evidence): string[] {
  const said = heard.flatMap((one) =>
    [...wordsWrong(one), ...shapeWrong(one), ...pageWrong(one)].map(
      (what) => `step ${one.step}: ${one.route} ${one.status} ${what}`,
    ),
  );
  return [...said, ...foreign(heard, shops)];
}

function wordsWrong({ said }: Heard): string[] {
  const [words] = INSIDE.exec(said) ?? [];
  return words === undefined ? [] : [`says ${words}`];
}

/** A refusal names its code and its sentence twice, once under each name; only a browser gets a page. */
function shapeWrong({ status, route, said }: Heard): string[] {
  if (status < 400 || status === NO_ANSWER) return [];
  if (isPage(said)) return PAGES.includes(route) ? [] : ['is a page'];
  const { status: failed, error, errorCode, message, errorMessage } = parsed(said);
  const isOne = failed === 'failure' && error && message && error === errorCode && message === errorMessage;
  return isOne ? [] : [`is a failure of another shape: ${said.slice(0, 80)}`];
}

/** A page has words, also on a phone; it says nothing of a form that is not so, and leads on where it waits no more. */
function pageWrong({ said, status, route, comesAgain, form }: Heard): string[] {
  if (!isPage(said)) return [];
  const isForm = said.includes('iyzipay-checkout-form');
  const isDone = form?.kind === 'purchase' && form.paid && form.returns.length > 0;
  const wrong: readonly (readonly [boolean, string])[] = [
    [!said.includes('<meta name="viewport" content="width=device-width'), 'is not made for phones'],
    [!isForm && !/<h1 id="title">[^<]{4,}<\/h1>\s*<p/.test(said), 'has no words'],
    [
      route === 'checkout/callback' &&
        status === 202 &&
        !comesAgain &&
        !said.includes('payment_outcome_unknown'),
      'waits for nothing',
    ],
    [form?.paid === false && said.includes('class="sign good"'), 'says paid of a form that nobody paid'],
    [isDone && isForm, 'asks to pay again what was paid'],
  ];
  return wrong.filter(([isSo]) => isSo).map(([, what]) => what);
}

function parsed(said: string): Record<string, unknown> {
  try {
    return JSON.parse(said) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What one tenant was answered or sent that bears an id, an address or a secret of another. */
function foreign(heard: readonly Heard[], shops: readonly ShopEvidence[]): string[] {
  return shops.flatMap(({ number, posts }) => {
    const others = shops.filter((one) => one.number !== number).flatMap(({ marks }) => marks);
    const own = heard.filter(({ shop }) => shop === number);
    const texts = [
      ...own.map(({ route, said, location }) => [route, said + location] as const),
      ...posts.map(({ body }) => ['a delivery', body] as const),
    ];
    return texts.flatMap(([what, text]) =>
      others
        .filter((mark) => text.includes(mark))
        .map((mark) => `shop ${number}: ${what} has ${mark}, which is another tenant's`),
    );
  });
}
