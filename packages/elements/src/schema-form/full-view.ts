/** What the fields of any form need of the form around them. */
import type { TemplateResult } from 'lit';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import type { FormNode } from './node.ts';
import type { FormMessages } from './rare-messages.ts';
import type { Structures } from './structures.ts';
import type { MoreFields, View } from './view.ts';

export interface FullView extends View {
  readonly text: FormMessages;
  readonly shared: SharedMessages;
  readonly structures: Structures;
  readonly more: MoreFields;
  /** Does something with a part of the form. The focus goes to what the function returns, and `said` is told to those who do not see. */
  readonly act: (part: FormNode, run: () => FormNode | string | undefined, said?: string) => void;
  readonly toggleRaw: (node: FormNode) => void;
  readonly widgetOf: (node: FormNode) => TemplateResult | undefined;
  readonly suggest:
    | ((
        name: string,
        typed: string,
        signal: AbortSignal,
      ) => Promise<{ values: readonly string[]; total?: number; hasMore?: boolean }>)
    | undefined;
}
