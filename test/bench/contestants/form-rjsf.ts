import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { presentForm } from '../form-page.ts';

const isLive = new URLSearchParams(location.search).has('live');
const place = document.createElement('div');

presentForm({
  show: async (schema, parent) => {
    parent.append(place);
    const root = createRoot(place);
    flushSync(() =>
      root.render(createElement(Form, { schema, validator, ...(isLive && { liveValidate: 'onChange' as const }) })),
    );
  },
  root: () => place,
});
