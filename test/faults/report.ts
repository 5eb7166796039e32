/** What the cases of a suite add up to: printed as one line, and asserted, so that no suite passes empty. */
export class Report<Count extends string> {
  cases = 0;
  readonly counts: Record<Count, number>;
  readonly violations: string[] = [];

  constructor(...counts: readonly Count[]) {
    this.counts = Object.fromEntries(counts.map((name) => [name, 0])) as Record<Count, number>;
  }

  add(name: string, told: Readonly<Record<Count, number>>, violations: readonly string[]): void {
    this.cases++;
    for (const count of Object.keys(this.counts) as Count[]) this.counts[count] += told[count];
    this.violations.push(...violations.map((what) => `${name}: ${what}`));
  }

  print(suite: string, seed: number | string): void {
    const counts = Object.entries(this.counts).map(([name, count]) => `${String(count)} ${name}`);
    console.log(
      `${suite}: seed ${seed}, ${this.cases} cases, ${counts.join(', ')}, ${this.violations.length} violations`,
    );
  }
}
