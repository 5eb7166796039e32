/** What is no amount at any door. */
export const NO_AMOUNTS = [
  ...['', ' ', '-1', '+1', '1.001', '1.250', '1,5', '1.250,00', '1 000', '.5', '5.', '1e2', '0x10', '٣'],
  ...['ten', '₺10', 'NaN', 'Infinity', '1234567890', '12.3.4'],
] as const;

/** What is no amount of what has to be more than nothing either. */
export const NOTHING = ['0', '0.0', '0.00', '000'] as const;
