export { useMcpHost, type UsedMcpHost } from './use-mcp-host.ts';
export {
  McpChat,
  McpContent,
  McpDoctor,
  McpElicitationForm,
  McpHost,
  McpLogViewer,
  McpPermissions,
  McpPromptPicker,
  McpRequests,
  McpResourcePicker,
  McpSamplingReview,
  McpSchemaForm,
  McpServer,
  McpToolCall,
  McpToolConsent,
  McpTools,
} from './components.ts';
