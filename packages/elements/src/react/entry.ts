export { useMcpHost, type UsedMcpHost } from './use-mcp-host.ts';
export {
  McpContent,
  McpDoctor,
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
