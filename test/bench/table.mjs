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

/** @param {{ title: string, measured: string, isMet: boolean }[]} targets */
export function printTargets(targets) {
  printTable(
    ['target', '<measured', '<'],
    targets.map(({ title, measured, isMet }) => [title, measured, isMet ? 'met' : 'NOT met']),
  );
}
