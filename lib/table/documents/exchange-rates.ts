import type { CoreApp } from '../../runtime/app.ts';
import type { BuyingRates } from '../../rates/rates.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';

/** The rates in force on a day (`YYYY-MM-DD`), if they are stored. */
export async function storedRates(app: CoreApp, day: string): Promise<BuyingRates | undefined> {
  const item = await app.table.get(key.exchangeRates(day), { consistent: false });
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
