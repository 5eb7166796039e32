import type { Figures } from '../../billing/figures.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import { tryWrite, type Item } from '../table.ts';
import { due, NOT_DUE } from './due.ts';
import { figuresWork } from './works.ts';

/** A tenant's figures as they are kept: up to which event they are counted. */
export interface KeptFigures extends Figures {
  /** The position in the feed of the last event that is counted. */
  readonly position: string;
  /** Subscribers that had not ended when all was counted, at `countedAt` (epoch ms). */
  readonly live: number;
  readonly countedAt: number;
}

/** Has a tenant's figures counted at `at` (epoch ms). */
export async function figuresDue(app: CoreApp & OfTenant, at: number): Promise<void> {
  const update = key.figures(app.tenantId);
  await app.table.apply({ update, set: { ...due('job', at, figuresWork(app.tenantId)) } });
}

/** A tenant's figures; undefined where none were counted yet. */
export async function lookUpFigures(app: CoreApp & OfTenant): Promise<KeptFigures | undefined> {
  const item = await app.table.get(key.figures(app.tenantId), { consistent: true });
  return item?.position === undefined ? undefined : figuresFrom(item);
}

/**
 * Keeps figures, unless others were kept since `known`; they are counted again at `again` (epoch ms), null for the next
 * night.
 */
export function keepFigures(
  app: CoreApp & OfTenant,
  { charged, ...figures }: KeptFigures,
  known: KeptFigures | undefined,
  again: number | null,
): Promise<boolean> {
  const update = key.figures(app.tenantId);
  const amounts = Object.entries(charged).map(([currency, amount]) => ({ currency, amount }));
  const change = {
    update,
    set: {
      ...figures,
      charged: amounts,
      ...(again !== null && due('job', again, figuresWork(app.tenantId))),
    },
    ...(again === null && { remove: NOT_DUE }),
    if: [
      known === undefined
        ? ({ attribute: 'position', missing: true } as const)
        : ({ attribute: 'position', is: known.position } as const),
    ],
  };
  return tryWrite(() => app.table.apply(change));
}

function figuresFrom(item: Item): KeptFigures {
  const of = fieldsOf(item);
  return {
    month: of.text('month'),
    subscribed: of.number('subscribed'),
    renewed: of.number('renewed'),
    recovered: of.number('recovered'),
    ended: of.number('ended'),
    charged: Object.fromEntries(of.parts('charged').map((one) => [one.text('currency'), one.text('amount')])),
    position: of.text('position'),
    live: of.number('live'),
    countedAt: of.number('countedAt'),
  };
}
