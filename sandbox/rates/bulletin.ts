import { ordinalInYear, type Day } from './banking-days.ts';

/** What the central bank buys one dollar and one euro for, in lira (forex buying): all else here follows from these. */
export type Buying = Readonly<Record<'USD' | 'EUR', number>>;

interface Listed {
  readonly code: string;
  readonly isim: string;
  readonly name: string;
  /** How many of it the rates are for. */
  readonly unit: 1 | 100;
  /** Lira for one of it, from those for a dollar and a euro. */
  readonly lira: (buying: Buying) => number;
  /** Banknotes of it are not quoted. */
  readonly forexOnly?: true;
}

/** A part of the real bulletins' currencies, in their order. */
const LISTED: readonly Listed[] = [
  { code: 'USD', isim: 'ABD DOLARI', name: 'US DOLLAR', unit: 1, lira: ({ USD }) => USD },
  { code: 'DKK', isim: 'DANİMARKA KRONU', name: 'DANISH KRONE', unit: 1, lira: ({ EUR }) => EUR / 7.46 },
  { code: 'EUR', isim: 'EURO', name: 'EURO', unit: 1, lira: ({ EUR }) => EUR },
  { code: 'GBP', isim: 'İNGİLİZ STERLİNİ', name: 'POUND STERLING', unit: 1, lira: ({ EUR }) => EUR * 1.16 },
  { code: 'CHF', isim: 'İSVİÇRE FRANGI', name: 'SWISS FRANK', unit: 1, lira: ({ EUR }) => EUR * 1.06 },
  { code: 'JPY', isim: 'JAPON YENİ', name: 'JAPENESE YEN', unit: 100, lira: ({ USD }) => USD / 152 },
  {
    code: 'RON',
    isim: 'RUMEN LEYİ',
    name: 'NEW LEU',
    unit: 1,
    lira: ({ EUR }) => EUR / 5.05,
    forexOnly: true,
  },
];

/** Forex selling, banknote buying and banknote selling, each as a part of forex buying. */
const SPREAD = { selling: 1.0018, banknoteBuying: 0.9993, banknoteSelling: 1.0033 };

const START = Date.parse('2026-01-01');
const DAY_MS = 24 * 60 * 60_000;

/** Rates of a day that nobody has set: a slow fall of the lira with a daily swing, the same in every run. */
export function usualBuying(day: Day): Buying {
  const days = (Date.parse(day) - START) / DAY_MS;
  const USD = 43 * Math.exp(days * 0.0005) * (1 + 0.004 * Math.sin(days * 1.7));
  return { USD, EUR: USD * (1.16 + 0.01 * Math.sin(days * 0.31)) };
}

/** The bulletin of a banking day, in the bank's own form; `missing` are banking days that had none. */
export function bulletin(day: Day, missing: readonly Day[], buying: Buying): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const number = `${year}/${ordinalInYear(day, missing)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="isokur.xsl"?>
<Tarih_Date Tarih="${date}.${month}.${year}" Date="${month}/${date}/${year}"  Bulten_No="${number}" >
${LISTED.map((listed, order) => currency(listed, order, buying)).join('')}</Tarih_Date>
`;
}

function currency(
  { code, isim, name, unit, lira, forexOnly }: Listed,
  order: number,
  buying: Buying,
): string {
  const rate = lira(buying) * unit;
  const banknotes = (part: number) => (forexOnly ? '' : (rate * part).toFixed(4));
  const values = {
    Unit: String(unit),
    Isim: isim,
    CurrencyName: name,
    ForexBuying: rate.toFixed(4),
    ForexSelling: (rate * SPREAD.selling).toFixed(4),
    BanknoteBuying: banknotes(SPREAD.banknoteBuying),
    BanknoteSelling: banknotes(SPREAD.banknoteSelling),
    CrossRateUSD: '',
    CrossRateOther: code === 'USD' ? '' : (lira(buying) / buying.USD).toFixed(4),
  };
  const members = Object.entries(values).map(([member, value]) =>
    value === '' ? `\t\t\t<${member}/>\n` : `\t\t\t<${member}>${value}</${member}>\n`,
  );
  return `\t<Currency CrossOrder="${order}" Kod="${code}" CurrencyCode="${code}">\n${members.join('')}\t</Currency>\n`;
}
