/** An error that the operator can fix. Its message is one line with the solution. Programs print it without a stack. */
export class OperatorError extends Error {}
