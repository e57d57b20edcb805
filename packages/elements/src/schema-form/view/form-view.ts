/** Renders a form, and handles what the user does in it. */
import type { JsonObject } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { isComposing } from '../../internal/base/keyboard.ts';
import { shortText } from '../../internal/text/text.ts';
import { McpFormInputEvent, McpFormSubmitEvent } from '../events.ts';
import type { FormModel, FormReading } from '../model/form-model.ts';
import { type Field, type FormNode, nodeAt, type Texts } from '../model/node.ts';
import { CustomControls } from './custom-controls.ts';
import { drawField } from './field.ts';
import type { FormLayout, Widget } from './layout.ts';
import { listedProblems, problemSummary } from './summary.ts';
import { rawTemplate } from './text-area.ts';
import {
  type DrawnField,
  type FieldContext,
  type FieldTexts,
  isTitledBy,
  problemTemplate,
  type Suggestions,
  type Target,
  textsOf,
} from './field-parts.ts';

/** See `McpSchemaFormElement.suggest`. */
export type SuggestValues = (
  name: string,
  typed: string,
  others: JsonObject,
  options: { signal: AbortSignal },
) => Promise<Suggestions>;

/** The element around the form. */
export interface FormOwner {
  readonly element: HTMLElement & {
    /** Undefined until the element was on the page. */
    readonly renderRoot: ParentNode | undefined;
    readonly value: JsonObject;
    readonly widgets: Readonly<Record<string, Widget>>;
    readonly layout: FormLayout;
    readonly suggest: SuggestValues | undefined;
    readonly problems: Readonly<Record<string, string>>;
    readonly form: HTMLFormElement | null;
    reportValidity(): boolean;
    requestUpdate(): void;
  };
  readonly texts: () => Texts;
  /** The form is not as it was, and is or will be rendered. The focus moves to `next`, once that is done. */
  readonly changed: (next?: Target) => void;
}

/** The state of the element around the fields. */
interface FormState {
  readonly isDisabled: boolean;
  /** Whether the user should see everything that is wrong. */
  readonly isRevealed: boolean;
}

/** So many fields are drawn without a pause, once the form is on the screen. */
const AT_ONCE = 50;

export class FormView {
  readonly #owner: FormOwner;
  readonly #customControls: CustomControls;
  readonly #texts = new WeakMap<Field, FieldTexts>();
  readonly #drawn = new Map<FormNode, DrawnField>();
  #model: FormModel | undefined;
  #problems: FormReading['problems'] = new Map();
  #context: FieldContext | undefined;
  /** The objects and lists of which more is drawn soon. */
  readonly #growing = new Set<FormNode>();
  /** Whether more is drawn at the next idle moment. */
  #isGrowing = false;
  #isDrawing = false;
  /** What stands outside of the fields, as of the last time that the whole form was rendered. */
  #beside = '';
  /** What changed, for screen readers. */
  #said = '';
  /** The page's problems that have reached their fields. */
  #told: { readonly problems: Readonly<Record<string, string>>; readonly known: Map<string, string> } | undefined;
  /** What had the focus before another form was rendered, and the selection in it. */
  #focused: Element | null = null;
  #selection: readonly [number, number] | undefined;

  constructor(owner: FormOwner) {
    this.#owner = owner;
    this.#customControls = new CustomControls(owner.element);
  }

  /** Enter submits the form, and Ctrl+Enter where Enter is a line break. */
  readonly onkeydown = (event: KeyboardEvent): void => {
    const { target } = event;
    const isOneLine = (area: HTMLTextAreaElement): boolean =>
      area.matches('.growing') && !event.shiftKey && !area.value.includes('\n');
    const isMeant =
      target instanceof HTMLInputElement ||
      (target instanceof HTMLTextAreaElement && (event.ctrlKey || event.metaKey || isOneLine(target)));
    if (event.key !== 'Enter' || isComposing(event) || event.repeat || !isMeant) return;
    event.preventDefault();
    const { element } = this.#owner;
    if (element.reportValidity() && element.dispatchEvent(new McpFormSubmitEvent(element.value)))
      element.form?.requestSubmit();
  };

  template(model: FormModel, state: FormState): TemplateResult {
    this.#takeOver(model);
    this.#tellProblems(model.root);
    this.#isDrawing = true;
    const context = this.#contextOf(model, state);
    this.#context = context;
    const { root } = model;
    const { text } = context;
    const isRaw = root.raw !== undefined;
    const why = root.why ?? root.field.why;
    return html`${model.unchecked ? html`<p class="notice small">${text.unchecked(shortText(model.unchecked, 400))}</p>` : nothing}
    ${isRaw ? nothing : problemSummary(listedProblems(this.#problems.keys(), context), context, this.#goTo)}
    ${isRaw ? html`<label for=${root.id}>${text.wholeJson}</label>${why ? html`<p class="hints soft small" id="${root.id}-hint">${text[why]}</p>` : nothing}${rawTemplate(root, context)}` : context.field(root)}
    ${problemTemplate(root, context)}
    ${root.field.kind === 'json' || (!isRaw && isClosed(root)) ? nothing : html`<button type="button" class="button quiet small toggle" part="button quiet small" ?disabled=${context.isDisabled} @click=${() => context.toggleRaw(root)}>${isRaw ? text.asForm : text.asJson}</button>`}
    <p class="visually-hidden" role="status">${this.#said}</p>`;
  }

  /** Call it when the template is on the screen. */
  rendered(): void {
    const { renderRoot } = this.#owner.element;
    if (renderRoot) this.#customControls.sweep(renderRoot);
    this.#isDrawing = false;
    this.#beside = this.#shownBeside();
    const before = this.#focused;
    this.#focused = null;
    // The control that had the focus is gone: its field may have another one now.
    if (before?.isConnected !== false) return;
    const same = before.id ? this.#find(`#${before.id}`) : undefined;
    (same ?? this.#find(':is([part~=control], [part~=checkbox])'))?.focus();
    if (isText(same) && this.#selection && selectionIn(same)) same.setSelectionRange(...this.#selection);
  }

  /** The control of the first target that has one, itself or within it. */
  controlOf(targets: Iterable<Target>): HTMLElement | undefined {
    for (const { id, items } of targets) {
      const found = this.#find(`#${id}`) ?? this.controlOf(items);
      if (found) return found;
    }
    return undefined;
  }

  /** Draws more fields when the page is idle, if some are left. Call it again when the element is back on the page. */
  growSoon(): void {
    if (this.#isGrowing || this.#growing.size === 0) return;
    this.#isGrowing = true;
    whenIdle(() => {
      this.#isGrowing = false;
      if (this.#owner.element.isConnected) this.#grow();
    });
  }

  #takeOver(model: FormModel): void {
    if (model === this.#model) return;
    this.#model = model;
    this.#said = '';
    this.#customControls.clear();
    const { renderRoot } = this.#owner.element;
    this.#focused = renderRoot instanceof ShadowRoot ? renderRoot.activeElement : null;
    this.#selection = selectionIn(this.#focused);
  }

  /** Hands the page's problems to their fields. The page may add some to the same object. */
  #tellProblems(root: FormNode): void {
    const { problems } = this.#owner.element;
    if (this.#told?.problems !== problems) this.#told = { problems, known: new Map() };
    const { known } = this.#told;
    for (const [pointer, problem] of Object.entries(problems)) {
      if (known.get(pointer) === problem) continue;
      known.set(pointer, problem);
      nodeAt(root, pointer).told = shortText(problem, 600);
    }
  }

  #contextOf(model: FormModel, { isDisabled, isRevealed }: FormState): FieldContext {
    const { element, texts, changed } = this.#owner;
    this.#problems = model.read().problems;
    const context: FieldContext = {
      ...texts(),
      structures: model.structures,
      isDisabled,
      field: (node, isBare = false) => drawField(node, context, isBare),
      drawMoreOf: (node) => {
        this.#growing.add(node);
        this.growSoon();
      },
      drawn: this.#drawn,
      problemOf: (node) => node.told ?? (isRevealed || node.isRevealed ? this.#problems.get(node) : undefined),
      textsOf: (field) => this.#textsOf(field),
      change: (node, change, next) => {
        this.#drawChange(node, context, () => model.change(node, change));
        this.#tellChange(next);
      },
      type: (node, change) => {
        this.#drawChange(node, context, () => model.change(node, change), { isShown: true });
        this.#tellChange(undefined);
      },
      leave: (node) => {
        if (!node.isTouched || node.isRevealed) return;
        node.isRevealed = true;
        this.#draw(node, context);
      },
      act: (part, run, said = '') => {
        const next = run();
        model.settle(part);
        this.#said = said;
        element.requestUpdate();
        this.#tellChange(typeof next === 'string' ? { id: next, items: [] } : next);
      },
      toggleRaw: (node) => {
        if (!model.toggleRaw(node)) element.reportValidity();
        element.requestUpdate();
        // Who asks for the JSON of the whole form goes on in it.
        changed(node.depth === 0 && node.raw !== undefined ? node : undefined);
      },
      suggest:
        element.suggest &&
        ((name, typed, signal) => {
          const { [name]: _own, ...others } = element.value;
          return element.suggest?.(name, typed, others, { signal }) ?? Promise.resolve({ values: [] });
        }),
      layout: element.layout,
      layoutOf: ({ pointer }) => {
        const { fields } = element.layout;
        return fields && Object.hasOwn(fields, pointer) ? fields[pointer] : undefined;
      },
      customControl: (node) => {
        const format = String(node.field.shape['format']);
        const own = context.layoutOf(node)?.widget;
        const byFormat = Object.hasOwn(element.widgets, format) ? element.widgets[format] : undefined;
        const widget = typeof own === 'function' ? own : byFormat;
        return widget && this.#customControls.template(widget, node, context);
      },
    };
    return context;
  }

  /** Draws what a change of a field affects. `isShown` says that its control shows the change already. */
  #drawChange(node: FormNode, context: FieldContext, change: () => boolean, { isShown = false } = {}): void {
    const wasTold = node.told !== undefined;
    const isWhole = change();
    const before = this.#problems;
    // The only option of a choice is not shown once it is chosen.
    if (isWhole || node.field.options.count === 1 || !this.#canDraw(node, context)) this.#owner.element.requestUpdate();
    else if (wasTold || before !== this.#problems) this.#drawWithProblems(node, context);
    // No problem came, changed or went. For a field within a list, the problems always come in a new map, so no item has another title.
    else if (!isShown) this.#drawEach([node]);
  }

  /** Reads what is wrong now. Returns whether a field can be drawn without the rest of the form. */
  #canDraw(node: FormNode, context: FieldContext): boolean {
    if (!this.#model || context !== this.#context || this.#isDrawing) return false;
    this.#problems = this.#model.read().problems;
    return this.#drawn.has(node);
  }

  #draw(node: FormNode, context: FieldContext): void {
    if (this.#canDraw(node, context)) this.#drawWithProblems(node, context);
    else this.#owner.element.requestUpdate();
  }

  /** Draws a field, and those whose problem came, changed or went with it; the whole form only if that is not enough. */
  #drawWithProblems(node: FormNode, context: FieldContext): void {
    if (this.#shownBeside() !== this.#beside) return this.#owner.element.requestUpdate();
    this.#isDrawing = true;
    for (const [one, drawn] of this.#drawn)
      if (one === node || isTitledBy(one, node) || context.problemOf(one) !== drawn.problem) drawn.draw();
    this.#isDrawing = false;
  }

  #drawEach(nodes: Iterable<FormNode>): void {
    this.#isDrawing = true;
    for (const node of nodes) this.#drawn.get(node)?.draw();
    this.#isDrawing = false;
  }

  readonly #goTo = (node: FormNode): void => {
    const control = this.controlOf([node]);
    // The user may have closed the fold around it.
    const fold = control?.closest('details');
    if (fold) fold.open = true;
    control?.focus();
  };

  #grow(): void {
    const nodes = [...this.#growing];
    this.#growing.clear();
    for (const node of nodes) node.shown += AT_ONCE;
    this.#drawEach(nodes);
    this.#beside = this.#shownBeside();
  }

  /** Problems that are shown, or asked for, outside of the fields on the screen. */
  #shownBeside(): string {
    const { unchecked = '' } = this.#model ?? {};
    const shown = [unchecked];
    for (const node of this.#problems.keys()) {
      const problem = this.#drawn.has(node) && node.depth > 0 ? undefined : this.#context?.problemOf(node);
      if (problem !== undefined) shown.push(node.id, problem);
    }
    const context = this.#context;
    for (const node of context ? listedProblems(this.#problems.keys(), context) : [])
      shown.push(node.id, context?.problemOf(node) ?? '');
    return JSON.stringify(shown);
  }

  #tellChange(next: Target | undefined): void {
    const { element, changed } = this.#owner;
    changed(next);
    element.dispatchEvent(new McpFormInputEvent(element.value));
  }

  #textsOf(field: Field): FieldTexts {
    const texts = this.#texts.get(field) ?? textsOf(field);
    this.#texts.set(field, texts);
    return texts;
  }

  #find(selector: string): HTMLElement | undefined {
    return this.#owner.element.renderRoot?.querySelector<HTMLElement>(selector) ?? undefined;
  }
}

/** Whether the only value is an object without members. */
const isClosed = ({ field: { kind, shape }, items }: FormNode): boolean =>
  kind === 'object' &&
  items.length === 0 &&
  shape['patternProperties'] === undefined &&
  (shape['additionalProperties'] === false || shape['unevaluatedProperties'] === false);

/** Safari has no `requestIdleCallback()`. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 50);
}

function isText(control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

/** Some types of input have no selection. */
function selectionIn(control: Element | null | undefined): [number, number] | undefined {
  const { selectionStart = null, selectionEnd = null } = isText(control) ? control : {};
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}
