const ANYBODY = '11111111111';

/** Whether ten digits are a company's number: their last digit is right. */
export function isCompanyNumber(given: string): boolean {
  if (!/^\d{10}$/.test(given)) return false;
  let total = Number(given[9]);
  for (let power = 1; power <= 9; power++) {
    const rest = (Number(given[9 - power]) + power) % 10;
    if (rest !== 0) total += (rest << power) % 9 || 9;
  }
  return total % 10 === 0;
}

/** Whether eleven digits are a person's number, or stand for anybody's. */
export function isPersonNumber(given: string): boolean {
  if (given === ANYBODY) return true;
  if (!/^[1-9]\d{10}$/.test(given)) return false;
  const at = (place: number) => Number(given[place - 1]);
  const [odd, even] = [at(1) + at(3) + at(5) + at(7) + at(9), at(2) + at(4) + at(6) + at(8)];
  return (odd * 7 + even * 9) % 10 === at(10) && (odd + even + at(10)) % 10 === at(11);
}
