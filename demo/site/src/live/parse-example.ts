/**
 * Reads the HTML of an example into elements. The reader may change it, and the page's policy allows no HTML from
 * strings: only a few tags are known, and nothing that could run.
 */

const TOKEN =
  /<!--[^]*?-->|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[\w.:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w.:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;
const PLAIN_TAGS = ['div', 'p', 'span', 'strong', 'em', 'section', 'h3', 'h4', 'label', 'textarea', 'button', 'input'];
const ATTRIBUTES = /^(?:class|id|for|slot|lang|dir|rows|type|value|title|part|hidden|data-[\w-]+|aria-[\w-]+|role)$/;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** @throws {SyntaxError} that says what cannot be read, for the one who types */
export function parseExample(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const open: (Element | DocumentFragment)[] = [fragment];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, closed, tag, attributes = '', isEmpty, content] = match;
    end = match.index + token.length;
    const parent = open.at(-1) ?? fragment;
    if (content !== undefined) parent.append(decode(content));
    else if (closed !== undefined) {
      if (!(parent instanceof Element) || parent.localName !== closed.toLowerCase())
        throw new SyntaxError(`</${closed}> closes nothing.`);
      open.pop();
    } else if (tag !== undefined) {
      const element = makeElement(tag.toLowerCase(), attributes);
      parent.append(element);
      if (!isEmpty && element.localName !== 'input') open.push(element);
    }
  }
  if (end < text.length) throw new SyntaxError(`This cannot be read: ${text.slice(end, end + 40)}`);
  const last = open.at(-1);
  if (last instanceof Element) throw new SyntaxError(`<${last.localName}> is not closed.`);
  return fragment;
}

function makeElement(tag: string, attributes: string): HTMLElement {
  if (!PLAIN_TAGS.includes(tag) && customElements.get(tag) === undefined)
    throw new SyntaxError(`Examples have no <${tag}>.`);
  const element = document.createElement(tag);
  const isOurs = tag.includes('-');
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? '');
    // As in Lit's templates: a name with a dot is a property. Its value is JSON.
    if (name.startsWith('.')) Object.assign(element, { [name.slice(1)]: parseJson(name, value) });
    else if ((isOurs && !/^on|^style$/i.test(name)) || ATTRIBUTES.test(name)) element.setAttribute(name, value);
    else throw new SyntaxError(`Examples have no attribute ${name}.`);
  }
  return element;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError(`The property ${name} is not JSON yet.`, { cause });
  }
}

function decode(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
