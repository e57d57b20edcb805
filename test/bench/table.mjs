/**
 * Prints columns. The first is left-aligned, the others right-aligned unless the heading begins with `<`.
 * @param {string[]} headings
 * @param {(string | number)[][]} rows
 */
export function printTable(headings, rows) {
  const isLeft = headings.map((heading, column) => column === 0 || heading.startsWith('<'));
  const lines = [headings.map((heading) => heading.replace('<', '')), ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => (isLeft[column] ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Ends with how many were met, and which were not. @param {import('./compare.mjs').Target[]} targets */
export function printTargets(targets) {
  printTable(
    ['target', '<measured', '<'],
    targets.map(({ title, measured, isMet }) => [title, measured, isMet ? 'met' : 'MISSED']),
  );
  const missed = targets.filter(({ isMet }) => !isMet);
  console.log(`\n${targets.length - missed.length} of ${targets.length} targets`);
  for (const { title, measured } of missed) console.log(`missed  ${title}; measured ${measured}`);
}
