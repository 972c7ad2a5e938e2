/** What the server refused, in the reader's words, with what to do next. */

import { ApiError } from "../lib/api";
import { t } from "../lib/i18n.svelte";

const KNOWN: Record<string, string> = {
  offline: "pages.problem.offline",
  unavailable: "pages.problem.unavailable",
  not_ready: "pages.problem.unavailable",
  busy: "pages.problem.unavailable",
  broken: "pages.problem.broken",
  too_many: "pages.problem.too-many",
  too_many_tables: "pages.problem.tables",
  account: "pages.problem.account",
  bad_name: "pages.problem.name",
  login_taken: "pages.problem.login-taken",
  already_registered: "pages.problem.registered",
  wrong_login: "pages.problem.wrong-login",
  weak_password: "pages.problem.weak-password",
  wrong_old_password: "pages.problem.old-password",
  wrong_password: "pages.problem.wrong-password",
  not_found: "pages.problem.not-found",
  too_large: "pages.problem.file",
};

export function problemWords(problem: unknown): string {
  if (!(problem instanceof ApiError)) return t("pages.problem");
  const key = KNOWN[problem.code];
  return key ? t(key) : t("pages.problem.because", { reason: problem.message });
}
