/**
 * A server's regular expressions. Some of them need longer than the universe has, by mistake or on purpose, and JavaScript cannot
 * stop one that runs. So only those run whose worst case can be counted beforehand.
 */
const MAX_LENGTH = 300;
const MAX_STEPS = 5_000_000;

export interface SafePattern {
  readonly source: string;
  /** Undefined when the text cannot be matched in reasonable time. */
  matches(text: string): boolean | undefined;
}

/** The pattern, or undefined when it is invalid or its worst case cannot be bounded. */
export function compilePattern(source: unknown): SafePattern | undefined {
  if (typeof source !== 'string' || source.length > MAX_LENGTH) return undefined;
  const repeats = repeatsOf(source);
  const expression = repeats && compile(source);
  if (!expression) return undefined;
  // Without an anchor the search starts again at each character.
  const starts = source.startsWith('^') ? 1 : Infinity;
  return {
    source,
    matches: (text) => {
      const steps = [...repeats, starts].reduce((product, times) => product * Math.min(times, text.length + 1), 1);
      if (steps > MAX_STEPS) return undefined;
      try {
        return expression.test(text);
      } catch {
        // Engines may find only now that an expression is too large for them.
        return undefined;
      }
    },
  };
}

function compile(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // JSON Schema asks for `u`, but many a pattern in use is only valid without it.
    }
  }
  return undefined;
}

/**
 * How many ways each part of the pattern can match in: their product bounds the steps of a backtracking engine, as long as
 * nothing that varies is itself repeated. Undefined when that, or a back reference, occurs.
 */
function repeatsOf(source: string): number[] | undefined {
  const repeats: number[] = [];
  const groups = [{ varies: false, alternatives: 1 }];
  // What may be repeated: a group that ended, or a single character.
  let atom = { varies: false };
  const token = /\\k<|\\[1-9]|\\(?:[pPu]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[()|]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gy;
  for (const [part] of source.matchAll(token)) {
    const group = groups.at(-1);
    if (!group || part.startsWith('\\k') || /^\\[1-9]/.test(part)) return undefined;
    if (part.startsWith('(')) {
      groups.push({ varies: false, alternatives: 1 });
    } else if (part === ')') {
      atom = group;
      repeats.push(group.alternatives);
      groups.pop();
      const parent = groups.at(-1);
      if (!parent) return undefined;
      parent.varies ||= group.varies;
    } else if (part === '|') {
      group.varies = true;
      group.alternatives++;
    } else if (/^([*+?]|\{\d)/.test(part)) {
      const { least, most } = timesOf(part);
      if (most > 1 && atom.varies) return undefined;
      if (most > least) {
        repeats.push(most - least + 1);
        group.varies = true;
      }
    } else {
      atom = { varies: false };
    }
  }
  const [whole] = groups;
  return whole && groups.length === 1 ? [...repeats, whole.alternatives] : undefined;
}

function timesOf(quantifier: string): { least: number; most: number } {
  if (quantifier.startsWith('?')) return { least: 0, most: 1 };
  if (quantifier.startsWith('*')) return { least: 0, most: Infinity };
  if (quantifier.startsWith('+')) return { least: 1, most: Infinity };
  const [, least = '0', comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  return { least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least) };
}
