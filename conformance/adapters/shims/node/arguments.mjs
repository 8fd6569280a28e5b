// The arguments of a call as a value for JSON.stringify, which then writes numbers as the model wrote them.

/** Returns the arguments. A number that JavaScript would round or respell keeps its text (from Node 22 on). */
export const argumentsOf = (call) => JSON.parse(call.arguments.text, (_, value, { source } = {}) =>
  typeof value === "number" && JSON.rawJSON && String(value) !== source ? JSON.rawJSON(source) : value);
