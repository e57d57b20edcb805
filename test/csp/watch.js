// Runs before anything else: stores what the policy refused, for the test to read.
window.violations = [];
document.addEventListener(
  'securitypolicyviolation',
  ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
    window.violations.push(`${effectiveDirective} ${blockedURI} ${sample} at ${sourceFile}:${lineNumber}`);
  },
);
