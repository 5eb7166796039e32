import type { Source } from './imports.ts';

/** Groups of files that name each other in a circle, types included; Tarjan's strongly connected components. */
export function circlesIn(sources: ReadonlyMap<string, Source>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  /** Answers the earliest file on the stack that can be reached from this one. */
  function visit(file: string): number {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    let reached = own;
    for (const next of sources.get(file)?.names ?? []) {
      if (!sources.has(next)) continue;
      const met = order.get(next);
      if (met === undefined) reached = Math.min(reached, visit(next));
      else if (stack.includes(next)) reached = Math.min(reached, met);
    }
    if (reached === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return reached;
  }

  for (const file of sources.keys()) if (!order.has(file)) visit(file);
  return circles;
}
