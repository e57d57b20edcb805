export { useMcpHost, type UsedMcpHost } from './use-mcp-host.ts';
export {
  McpContent,
  McpElicitationForm,
  McpHost,
  McpLogViewer,
  McpPermissions,
  McpPromptPicker,
  McpResourcePicker,
  McpSamplingReview,
  McpSchemaForm,
  McpServer,
  McpToolConsent,
  McpTools,
} from './components.ts';
