/** What the fields of a form need of it. */
import type { TemplateResult } from 'lit';
import { tellChange } from './drawn-form.ts';
import { english, type FieldMessages } from './field-messages.ts';
import type { Form, Look, Owner } from './form.ts';
import type { FormNode } from './node.ts';

export interface View {
  readonly text: FieldMessages;
  readonly isDisabled: boolean;
  /** What is wrong with a field, once the user should see it. */
  readonly problemOf: (node: FormNode) => string | undefined;
  /** Given `next`, the focus goes to its control. */
  readonly change: (node: FormNode, change: Partial<FormNode>, next?: FormNode) => void;
  readonly leave: (node: FormNode) => void;
  /** An input method begins or ends. */
  readonly compose: (event: Event) => void;
  /** Where more than plain fields can occur. */
  readonly more?: MoreFields;
}

/** What is drawn where more than plain fields can occur. */
export interface MoreFields {
  /** The whole field, where it is none of the plain ones. `isBare` stands where something else has its name. */
  readonly field: (node: FormNode, isBare: boolean) => TemplateResult | undefined;
  readonly hints: (node: FormNode) => unknown[];
  /** The name to call a field by. */
  readonly titleOf: (node: FormNode) => string;
}

export function viewOf(form: Form, owner: Owner, { isDisabled, isRevealed }: Look): View {
  const { problems } = form.read();
  return {
    text: owner.look(english).text,
    isDisabled,
    problemOf: (node) => (isRevealed || node.isRevealed ? problems.get(node) : undefined),
    change: (node, change, next) => {
      form.change(node, change);
      tellChange(owner, next);
    },
    compose: ({ type }) => {
      form.isComposing = type === 'compositionstart';
      owner.element.requestUpdate();
    },
    leave: (node) => {
      if (!node.isTouched || node.isRevealed) return;
      node.isRevealed = true;
      owner.element.requestUpdate();
    },
  };
}
