import type { ProblemFacts } from '@mcp-web/client/doctor';

export const english = {
  label: (address: string) => `Diagnosis of ${address}`,
  checking: 'Looking for the cause…',
  /** For languages other than English: what is wrong and what to do. Empty to show the English sentence. */
  sentenceOf: (_facts: ProblemFacts): string => '',
  /** For languages other than English: what the browser does not tell apart, and how a person can. */
  uncertaintyOf: (_facts: ProblemFacts): string => '',
  serverNeeds: 'The server’s answer needs:',
  pageNeeds: 'This page needs:',
  codeFor: 'Code for your server',
  platform: 'Server',
  copy: 'Copy',
  copyFix: 'Copy the header lines',
  copyCode: 'Copy the code',
  copied: 'Copied.',
  notCopied: 'Could not be copied. Select the text to copy it.',
  others: (count: number) => (count === 1 ? '1 more problem' : `${count} more problems`),
  openInTab: 'Open the address in a new tab',
  use: (address: string) => `Use ${address}`,
  again: 'Check again',
};

export type DoctorMessages = typeof english;
