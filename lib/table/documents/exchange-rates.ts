import type { CoreApp } from '../../runtime/app.ts';
import type { BuyingRates } from '../../rates/rates.ts';
import { fieldsOf } from '../fields.ts';
import { readHint } from '../readable.ts';
import { key } from '../schema.ts';
import type { Item } from '../table.ts';

/** The rates in force on a day (`YYYY-MM-DD`), if they are stored. */
export const storedRates = (app: CoreApp, day: string): Promise<BuyingRates | undefined> =>
  readHint(app, key.exchangeRates(day), ratesFrom, undefined, { consistent: false });

function ratesFrom(item: Item | undefined): BuyingRates | undefined {
  const of = item && fieldsOf(item);
  return of && { USD: of.text('USD'), EUR: of.text('EUR') };
}

/** Stores the rates in force on a day, with the day of their bulletin; they never change. */
export async function storeRates(
  app: CoreApp,
  day: string,
  bulletin: string,
  buying: BuyingRates,
): Promise<void> {
  await app.table.apply({ put: { ...key.exchangeRates(day), bulletin, ...buying } });
}
