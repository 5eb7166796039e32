/** `checkout/initialize-direct` → `checkoutInitializeDirect`. */
export const camel = (name: string) =>
  name.replaceAll(/[/_-]+(.)/g, (_all, letter: string) => letter.toUpperCase());

/** `checkout/initialize-direct` → `CheckoutInitializeDirect`. */
export const pascal = (name: string) => camel(`/${name}`);
