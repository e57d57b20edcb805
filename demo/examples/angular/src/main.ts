import '@mcp-web/elements/define';
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <mcp-host client-name="My app">
      <mcp-server [src]="address"></mcp-server>
      <mcp-tools></mcp-tools>
      <mcp-tool-consent></mcp-tool-consent>
      <label for="message">Message</label>
      <textarea id="message"></textarea>
      <mcp-prompt-picker for-input="message"></mcp-prompt-picker>
      <mcp-log-viewer></mcp-log-viewer>
    </mcp-host>
  `,
})
class App {
  readonly address = new URLSearchParams(location.search).get('server');
}

bootstrapApplication(App).catch((error: unknown) => console.error(error));
