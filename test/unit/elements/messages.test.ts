import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import { german } from '@mcp-web/elements/messages/de';
import '@mcp-web/elements/server/define';
import { assert } from 'chai';
import '@mcp-web/elements/schema-form/define';
import { english as schemaForm } from '../../../packages/elements/src/schema-form/messages.ts';
import { faultUrl, serverUrl } from '../../support/servers.ts';
import { find, mount, textOf, unmount, until } from './page.ts';

describe('messages', () => {
  afterEach(() => {
    unmount();
    document.documentElement.removeAttribute('lang');
  });

  const says = async (words: string) => until(() => textOf(find('mcp-server')).includes(words), words);

  it('speak the language of the nearest lang attribute, also of a region of it', async () => {
    registerMessages('de', german);
    mount(`<div lang="de-AT"><mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host></div>`);
    await says('Verbunden');
  });

  it('follow the page when it changes its language', async () => {
    registerMessages('de', german);
    mount(`<mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host>`);
    await says('Connected');
    document.documentElement.lang = 'de';
    await says('Verbunden');
  });

  it('say in English what a language lacks', async () => {
    registerMessages('nl', { server: { ...german.server, remove: 'Verwijderen' } });
    mount(`<div lang="nl"><mcp-host><mcp-server src="${await faultUrl('connect/404')}"></mcp-server></mcp-host></div>`);
    await says('Verwijderen');
    await says('Error code');
  });

  it('may be those of one element only', async () => {
    mount(`<mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host>`);
    find('mcp-server').messages = { server: { ...german.server, remove: 'Away with it' } };
    await says('Away with it');
  });

  it('are the same object until a language or the messages of the element change: a form reads itself only once for both', () => {
    registerMessages('de', german);
    mount('<div lang="de"><mcp-schema-form></mcp-schema-form></div>');
    const form = find('mcp-schema-form');
    const get = (): typeof schemaForm => form.messagesFor('schema-form', schemaForm);
    const first = get();
    assert.equal(first.isRequired, german['schema-form']?.isRequired);
    assert.strictEqual(get(), first);
    assert.strictEqual(form.shared, form.shared);
    registerMessages('de', { 'schema-form': { ...german['schema-form'], isRequired: 'Fehlt noch.' } });
    assert.equal(get().isRequired, 'Fehlt noch.');
    form.messages = { 'schema-form': { isRequired: 'Bitte!' } };
    const own = get();
    assert.equal(own.isRequired, 'Bitte!');
    assert.strictEqual(get(), own);
    form.messages = undefined;
    registerMessages('de', german);
    assert.equal(get().isRequired, first.isRequired);
  });

  it('reach a form that is on the screen: what is wrong is said in the new language at once', async () => {
    registerMessages('de', german);
    mount('<mcp-schema-form></mcp-schema-form>');
    const form = find('mcp-schema-form');
    form.schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    await form.updateComplete;
    assert.equal(form.validationMessage, schemaForm.isRequired);
    document.documentElement.lang = 'de';
    await until(() => form.validationMessage === german['schema-form']?.isRequired);
    form.messages = { 'schema-form': { isRequired: 'Bitte!' } };
    assert.equal(form.validationMessage, 'Bitte!');
    await form.updateComplete;
    assert.equal(form.validationMessage, 'Bitte!');
    form.messages = undefined;
    document.documentElement.lang = 'en';
    await until(() => form.validationMessage === schemaForm.isRequired);
    await form.updateComplete;
    const region = document.createElement('div');
    region.lang = 'de';
    find('main').append(region);
    form.schema = { ...form.schema, properties: { city: { type: 'string', enum: ['Lima', 'Oslo'] } } };
    await form.updateComplete;
    region.append(form);
    assert.equal(form.validationMessage, german['schema-form']?.requiredChoice);
    await form.updateComplete;
    assert.include(textOf(form), german['schema-form']?.choose);
  });
});
