/** What the menu offers, and what it needs of its element. */
import type { HostServer, KeyValueStore, Prompt } from '@mcp-web/client';
import type { Skill } from '@mcp-web/client/skills';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import type { Offer } from '../internal/lists/listbox.ts';

export interface PromptItem extends Offer<Prompt> {
  readonly isRecent?: boolean;
}

export interface SkillItem {
  readonly server: HostServer;
  readonly skill: Skill;
}

export type MenuItem = PromptItem | SkillItem;

/** What the menu needs of `<mcp-prompt-picker>`. */
export interface PromptPickerElement extends HostedElement {
  readonly label: string | undefined;
  readonly store: KeyValueStore | undefined;
  readonly skills: boolean;
  readonly isAttached: boolean;
  readonly box: HTMLElement | undefined;
}
