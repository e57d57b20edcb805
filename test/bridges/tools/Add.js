import { MCPTool } from 'mcp-framework';
import { z } from 'zod';

export default class Add extends MCPTool {
  name = 'add';
  description = 'Adds two numbers.';
  schema = z.object({ a: z.number().describe('The first.'), b: z.number().describe('The second.') });

  async execute({ a, b }) {
    return a + b;
  }
}
