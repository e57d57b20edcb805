/** Between the element, which holds what a form says, and what draws its fields, which is loaded on demand. */
import type { JsonObject, JsonSchema } from '@mcp-web/client';
import type { CSSResult, TemplateResult } from 'lit';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import type { FormNode } from './node.ts';
import type { Given } from './plan.ts';
import type { Widget } from './widget.ts';

/** One look at the form. What cannot be read is left out of the value, and `problems` says why. */
export interface Reading<Words> {
  readonly text: Words;
  readonly shared: SharedMessages;
  readonly problems: Map<FormNode, string>;
}

/** What stands in a plain control that the user wrote in. Why it cannot be read goes into `problems`. */
export type ReadTouched = (node: FormNode, problems: Map<FormNode, string>) => Given | undefined;

export interface FormReading {
  readonly value: JsonObject;
  readonly problems: ReadonlyMap<FormNode, string>;
}

/** See `McpSchemaFormElement.suggest`. */
export type SuggestValues = (
  name: string,
  typed: string,
  others: JsonObject,
  options: { signal: AbortSignal },
) => Promise<{ values: readonly string[]; total?: number; hasMore?: boolean }>;

/** A field, or anything else with an id. */
export type Target = Pick<FormNode, 'id' | 'items'>;

/** The element, as far as the form needs it. */
export interface Owner {
  readonly element: HTMLElement & {
    /** Not before the element was on the page. */
    readonly renderRoot: ParentNode | undefined;
    readonly value: JsonObject;
    readonly widgets: Readonly<Record<string, Widget>>;
    readonly suggest: SuggestValues | undefined;
    readonly problems: Readonly<Record<string, string>>;
    readonly form: HTMLFormElement | null;
    reportValidity(): boolean;
    requestUpdate(): void;
  };
  readonly look: <T extends object>(words: T) => Reading<T>;
  /** The problems that the fields were last told. */
  told?: Readonly<Record<string, string>>;
  /** The user changed something. The focus goes to `next`, when that is drawn. */
  readonly changed: (next?: Target) => void;
  /** What plain fields say. */
  readonly readPlain: (readTouched?: ReadTouched) => FormReading;
}

/** How its fields are to be drawn. */
export interface Look {
  readonly isDisabled: boolean;
  /** Whether the user should see all that is wrong. */
  readonly isRevealed: boolean;
}

/** A form whose fields can be drawn. */
export interface Form {
  /** What the form says. `isWhole` holds it against the whole schema too, which may take a moment. */
  read(isWhole?: boolean): FormReading;
  /** It is not to be replaced just now. */
  isComposing: boolean;
  /** Of keys within the form. */
  readonly onkeydown: (event: KeyboardEvent) => void;
  /** @param toggle the way from plain fields to JSON */
  template(look: Look, toggle: TemplateResult): TemplateResult;
  /** The user changed something. */
  change(node: FormNode, change: Partial<FormNode>): void;
  /** The control of the first that has one, or has one in it. */
  controlOf(targets: Iterable<Target>): HTMLElement | undefined;
  /** Called when it is on the screen. */
  drawn(): void;
}

/** What a form begins with. */
export interface Beginning {
  readonly schema: JsonSchema | undefined;
  /** The value that it is filled with. */
  readonly value: JsonObject | undefined;
  /** Plain fields, with what stands in them; undefined where it has others too. */
  readonly items: readonly FormNode[] | undefined;
  /** The user asked for JSON. */
  readonly isJson: boolean;
}

/** What is loaded. */
export interface FormPart {
  readonly styles: readonly CSSResult[];
  readonly openForm: (beginning: Beginning, owner: Owner) => Form;
}
