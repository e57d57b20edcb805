import '@mcp-web/elements/define';
import { html, LitElement } from 'lit';

const address = new URLSearchParams(location.search).get('server');

class MyPage extends LitElement {
  render() {
    return html`
      <mcp-host client-name="My app">
        <mcp-server src=${address}></mcp-server>
        <mcp-tools></mcp-tools>
        <mcp-tool-consent></mcp-tool-consent>
        <label for="message">Message</label>
        <textarea id="message"></textarea>
        <mcp-prompt-picker for-input="message"></mcp-prompt-picker>
        <mcp-log-viewer></mcp-log-viewer>
      </mcp-host>
    `;
  }
}
customElements.define('my-page', MyPage);
