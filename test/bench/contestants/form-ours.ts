import '@mcp-web/elements/schema-form/define';
import { presentForm } from '../form-page.ts';

const form = document.createElement('mcp-schema-form');

presentForm({
  show: async (schema, parent) => {
    form.schema = { ...schema };
    parent.append(form);
    await form.updateComplete;
  },
  root: () => form.shadowRoot ?? form,
});
