/** A date and a time with an offset. The browser's control has no offset, so a select beside it has. The value is RFC 3339. */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FormNode } from '../model/node.ts';
import { isDateTime, RFC_3339 } from '../model/validate.ts';
import { describedBy, isInvalid, titleOf, type FieldContext } from './field-parts.ts';

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/;
/** The offsets in use, in quarters of an hour. If the value has another one, that is offered too. */
const QUARTERS = [
  -48, -44, -40, -38, -36, -32, -28, -24, -20, -16, -14, -12, -8, -4, 0, 4, 8, 12, 14, 16, 18, 20, 22, 23, 24, 26, 28,
  32, 35, 36, 38, 40, 42, 44, 48, 51, 52, 56,
];
const OFFSETS = QUARTERS.map((quarters) => offsetOf(quarters * 15));

export function dateTime(node: FormNode, context: FieldContext): TemplateResult {
  const { text } = context;
  const parts = isDateTime(node.text) ? RFC_3339.exec(node.text) : undefined;
  const [, day = '', time = '', zone = ''] = parts ?? [];
  // The control shows milliseconds at most. A text with more digits is edited as text, so that none is lost.
  const isShown = parts
    ? /^[^.]*(\.\d{1,3})?$/.test(time) && zone !== '-00:00'
    : node.text === '' || LOCAL.test(node.text);
  const wall = parts ? `${day}T${time}` : node.text;
  const chosen = parts ? zone.toUpperCase() : node.zone;
  const here = offsetOf(-new Date(LOCAL.test(wall) ? wall : Date.now()).getTimezoneOffset());
  const put = (written: string, offset: string, isIncomplete: boolean): void => {
    const local = new Date(written);
    const isWhole = LOCAL.test(written) && !Number.isNaN(local.getTime());
    const full = written.length === 16 ? `${written}:00` : written;
    // If the user chose no offset, it is that of this device on that day.
    context.change(node, {
      text: isWhole ? `${full}${offset || offsetOf(-local.getTimezoneOffset())}` : written,
      zone: offset,
      isIncomplete,
    });
  };
  const oninput = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const { badInput } = target.validity;
    // A value that came with an offset keeps it.
    if (isShown) put(target.value, node.zone || (node.given ? zone : ''), badInput);
    else context.change(node, { text: target.value, isIncomplete: badInput });
  };
  const onzone = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) put(wall, target.value, node.isIncomplete);
  };
  const zones = [...new Set([here, ...(chosen ? [chosen === 'Z' ? 'Z' : chosen] : []), ...OFFSETS])].sort(
    (a, b) => minutesOf(a) - minutesOf(b),
  );
  const selected = chosen || here;
  return html`<div class="date-time">
    <input class="field" part="control" id=${node.id} type=${isShown ? 'datetime-local' : 'text'} .step=${isShown ? (time.includes('.') ? '0.001' : /:\d\d:(?!00)/.test(time) ? '1' : '60') : 'any'} autocomplete="off"
      aria-required=${node.field.isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)}
      ?disabled=${context.isDisabled || node.isNull} .value=${live(isShown ? shortest(wall) : node.text)} @input=${oninput} @blur=${() => context.leave(node)} />
    <select class="field" part="control select" id="${node.id}-zone" aria-label=${text.zoneOf(titleOf(node, text))} title=${text.zone} ?hidden=${!isShown} ?disabled=${context.isDisabled || node.isNull} @change=${onzone}>
      ${zones.map((zone) => html`<option value=${zone} .selected=${zone === selected}>${zone === here ? text.here(nameOf(zone)) : nameOf(zone)}</option>`)}
    </select>
  </div>`;
}

/** The text as the control writes it. */
function shortest(wall: string): string {
  return wall.replace(/:00(\.0+)?$/, (found, _fraction, at) => (at >= 16 ? '' : found));
}

function offsetOf(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function nameOf(offset: string): string {
  return offset === 'Z' ? 'UTC' : `UTC${offset.replace('-', '−')}`;
}
