// The arguments of a call as a value that JSON.stringify writes as the model wrote it.

/** Returns the arguments. A number that JavaScript would round or respell keeps its text (from Node 22 on). */
export const argumentsOf = (call) => JSON.parse(call.arguments.text, (_, value, { source } = {}) =>
  typeof value === "number" && JSON.rawJSON && String(value) !== source ? JSON.rawJSON(source) : value);
