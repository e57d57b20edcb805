/** What draws any form: loaded when a schema, a value or the page asks for more than plain fields. */
import type { FormPart } from './form.ts';
import { FullForm } from './full-form.ts';
import { styles as fullStyles } from './full.styles.ts';
import { styles as plainStyles } from './plain.ts';

export const styles = [...plainStyles, fullStyles];

export const openForm: FormPart['openForm'] = (beginning, owner) => new FullForm(beginning, owner);
