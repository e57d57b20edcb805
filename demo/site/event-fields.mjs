// The fields of the events of an element. Types that the client exports link to their pages in the reference.
import { eventClasses } from './event-classes.mjs';
import { escape, render, parse } from './markdown.mjs';

let classes;

/**
 * @param {import('./pages.mjs').Page} page
 * @param {import('./links.mjs').Links} links
 */
export function eventFields(page, links) {
  classes ??= eventClasses();
  const events = [...page.markdown.matchAll(/^\| `(mcp-[\w-]+)` \| `(Mcp\w+Event)` \|/gm)];
  return events.map(([, event, name]) => table(event, name)).join('\n');

  function table(event, name) {
    const fields = classes.get(name);
    if (!fields) throw new Error(`The class ${name} of ${event} is in no file of events.`);
    const rows = fields.map(
      ({ name: field, type, text }) =>
        `<tr><td><code>${escape(field)}</code></td><td><code>${linked(type)}</code></td><td>${inline(text)}</td></tr>`,
    );
    const head = `<h3 id="${name}"><code>${event}</code>: <code>${name}</code></h3>\n`;
    return rows.length > 0
      ? `${head}<div class="table"><table>\n<thead><tr><th>field</th><th>type</th><th>what</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>\n`
      : `${head}<p>It has no fields of its own.</p>\n`;
  }

  function linked(type) {
    return type
      .split(/(\b[A-Z]\w+)/)
      .map((part) => {
        const to = /^[A-Z]\w/.test(part) && links.api(page, part);
        return to ? `<a href="${to}">${escape(part)}</a>` : escape(part);
      })
      .join('');
  }
}

function inline(text) {
  const { tokens, env } = parse(text);
  return render(tokens, env).replaceAll(/<\/?p>|\n/g, '');
}
