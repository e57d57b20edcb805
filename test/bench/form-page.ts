/** Shows a form of many fields, and types in it. A contestant calls `presentForm()`. */

export interface FormContestant {
  /** Shows a form for the schema. Resolves when its first fields are in the document. */
  readonly show: (schema: FormSchema, parent: HTMLElement) => Promise<unknown>;
  /** Where the controls are: in the document, or in a shadow tree. */
  readonly root: () => ParentNode;
}

export interface FormSchema {
  readonly type: 'object';
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
}

export interface FormReport {
  /** Until the first fields are in the document and have their places. */
  readonly mountMs: number;
  /** Until all fields are in the document, where a form draws some of them later. */
  readonly completeMs: number;
  readonly controls: number;
  readonly nodes: number;
}

declare global {
  var showForm: (count: number) => Promise<FormReport>;
  /** Presses keys, several in each field. Resolves with the time of each until script has nothing more to do. */
  var typeInForm: (keys: number) => Promise<number[]>;
}

const KEYS_IN_A_FIELD = 5;
const PATIENCE_MS = 5_000;
const MICROTASKS = 20;
const channel = new MessageChannel();
const task = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.addEventListener('message', () => resolve(), { once: true });
    channel.port1.start();
    channel.port2.postMessage(undefined);
  });
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

export function presentForm({ show, root }: FormContestant): void {
  const controls = (): HTMLElement[] => [...root().querySelectorAll<HTMLElement>('input, select, textarea')];

  globalThis.showForm = async (count) => {
    const schema = schemaOf(count);
    await frame();
    await task();
    const startedAt = performance.now();
    await show(schema, document.body);
    document.body.getBoundingClientRect();
    const mountMs = performance.now() - startedAt;
    let completeMs = mountMs;
    while (controls().length < count && completeMs < PATIENCE_MS) {
      await frame();
      completeMs = performance.now() - startedAt;
    }
    const nodes = root().querySelectorAll('*').length;
    return { mountMs, completeMs, controls: controls().length, nodes };
  };

  globalThis.typeInForm = async (keys) => {
    const inputs = controls().filter(
      (control): control is HTMLInputElement => control instanceof HTMLInputElement && control.type === 'text',
    );
    // React notices a change only if the value is set as the browser sets it.
    const times: number[] = [];
    for (let key = 0; key < keys; key++) {
      const input = inputs[(Math.floor(key / KEYS_IN_A_FIELD) * 7) % inputs.length];
      if (!input) throw new Error('The form has no text field.');
      if (key % KEYS_IN_A_FIELD === 0) input.focus({ preventScroll: true });
      await frame();
      await task();
      const startedAt = performance.now();
      Reflect.set(HTMLInputElement.prototype, 'value', `${input.value}${'abcde'[key % KEYS_IN_A_FIELD]}`, input);
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      // Lit and React both draw in microtasks.
      for (let tick = 0; tick < MICROTASKS; tick++) await Promise.resolve();
      times.push(performance.now() - startedAt);
    }
    return times;
  };
}

/** What a tool might ask for: mostly texts, some of them required or of a certain length, and other kinds between them. */
function schemaOf(count: number): FormSchema {
  const properties: FormSchema['properties'] = {};
  for (let index = 0; index < count; index++) properties[`field_${index}`] = propertyOf(index);
  return { type: 'object', properties, required: ['field_0', 'field_10'] };
}

function propertyOf(index: number): Record<string, unknown> {
  const common = {
    title: `Field number ${index}`,
    description: `What field number ${index} is about, in a few words.`,
  };
  switch (index % 10) {
    case 3:
      return { ...common, type: 'integer', minimum: 0, maximum: 1_000 };
    case 5:
      return { ...common, type: 'string', enum: ['red', 'green', 'blue', 'yellow'] };
    case 7:
      return { ...common, type: 'boolean' };
    case 9:
      return { ...common, type: 'string', minLength: 3, maxLength: 40, pattern: '^[a-z]+$' };
    default:
      return { ...common, type: 'string', maxLength: 200 };
  }
}
