/** Where the invoicing provider is. */
export const PARASUT = 'https://api.parasut.com';
