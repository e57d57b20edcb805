import '@mcp-web/elements/define';
import { render } from 'solid-js/web';

const address = new URLSearchParams(location.search).get('server');

function Page() {
  return (
    <mcp-host attr:client-name="My app">
      <mcp-server attr:src={address} />
      <mcp-tools />
      <mcp-tool-consent />
      <label for="message">Message</label>
      <textarea id="message" />
      <mcp-prompt-picker attr:for-input="message" />
      <mcp-log-viewer />
    </mcp-host>
  );
}

render(() => <Page />, document.querySelector('#root'));
