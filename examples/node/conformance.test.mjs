// Vitest tests to copy: the gate plays recorded conversations to adapter.mjs, and each conversation is a test.
//
// npm install --save-dev vitest && npx vitest run                               (in this folder)
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { describe, test } from "vitest";

const baseline = existsSync("conformance.yaml") ? ["--baseline", "conformance.yaml"] : [];
const asked = ["--command", "node adapter.mjs", "--providers", "openai/openai_chat", ...baseline];
const running = promisify(execFile)("conformance", ["gate", ...asked, "--format", "json"], { maxBuffer: 2 ** 30 });
process.stderr.write("conformance: the gate judges adapter.mjs before the tests begin, which takes up to a few minutes.\n");
running.child.stderr.pipe(process.stderr); // the gate's progress
const gate = await running.catch((error) => error); // it has the report, too: a red verdict is an exit code
if (gate.code === "ENOENT") throw new Error("conformance is not on the PATH: activate its environment", { cause: gate });
if (!gate.stdout) throw new Error(gate.stderr);
const report = JSON.parse(gate.stdout);

const caseOf = ({ id }) => id.split("/").slice(0, 4).join("/");
const stale = report.stale.map(({ id, why }) => ({ id, findings: [{ path: "conformance.yaml", message: why }] }));
const wrong = [...report.failed, ...report.declined, ...stale];
const known = new Set(report.known.map(caseOf)); // the baseline explains them
const message = ({ id, findings, declined, again }) => {
  const reasons = findings.map(({ path, message }) => `${path}: ${message}`.replace(/^: /, ""));
  const also = declined && findings.every(({ message }) => message !== declined) ? [declined] : [];
  return [id, ...reasons, ...also, ...(again ? [`again: ${again}`] : [])].join("\n  ");
};

describe(report.verdict, () => {
  const ids = [...Object.keys(report.outcomes), ...stale.map(({ id }) => id)];
  for (const name of new Set(ids.map((id) => caseOf({ id })))) {
    const found = wrong.filter((result) => caseOf(result) === name);
    test.skipIf(known.has(name) && !found.length)(name, () => {
      if (found.length) throw new Error(found.map(message).join("\n"));
    });
  }
  test("the gate ends with 0, or a test of a case fails", () => {
    if ("code" in gate && !wrong.length) throw new Error([report.verdict, ...report.unreadable].join("\n"));
  });
});
