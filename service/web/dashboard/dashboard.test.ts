import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { textOfPage } from "../../../test/support/text-of-page.ts";
import { ALL_TEXTS } from "../texts/texts.ts";
import { Dashboard, dashboardTitle } from "./dashboard.tsx";
import type {
  AccountView,
  ConfirmAddressContent,
  DashboardContent,
  DashboardView,
  EveryContent,
  InvitationContent,
  KeysView,
  LinkEndedContent,
  LostPasswordContent,
  MailSentContent,
  MembersView,
  NewPasswordContent,
  SignInCodeContent,
  SignInContent,
  SignUpContent,
  TwoStepView,
} from "./frame/content.ts";

/** A page, and what may be different on it. */
interface Case<Content extends EveryContent = EveryContent> {
  readonly name: string;
  readonly base: Content;
  readonly changes: readonly Partial<Content>[];
}

const PASSWORD_PROBLEMS = ["too-short", "too-long", "too-common", "like-email"] as const;

const signIn: SignInContent = {
  page: "sign-in",
  problem: "none",
  email: "",
  next: "/dashboard",
  notice: undefined,
  signUpIsOpen: true,
  sendsMail: true,
  provider: undefined,
};
const SIGN_IN_PROBLEMS = [
  "empty",
  "wrong",
  "too-many",
  "too-late",
  "away",
  "busy",
  "provider",
  "unverified",
  "connect-first",
  "no-account",
  "other-person",
] as const;

const code: SignInCodeContent = {
  page: "sign-in-code",
  token: "t1",
  email: "ada@example.com",
  next: "/dashboard",
  problem: undefined,
};
const TWO_STEP_PROBLEMS = ["wrong-code", "wrong-password", "too-many"] as const;

const signUp: SignUpContent = {
  page: "sign-up",
  problem: "none",
  email: "ada@example.com",
  next: "/dashboard",
  isOpen: true,
  sendsMail: false,
  contact: "operator@example.com",
  minPasswordCharacters: 12,
};

const lost: LostPasswordContent = {
  page: "lost-password",
  problem: "none",
  email: "ada@example.com",
  next: "/dashboard",
};

const newPassword: NewPasswordContent = {
  page: "new-password",
  about: "sign-up",
  token: "t1",
  next: "/dashboard",
  email: "ada@example.com",
  problem: "none",
  minPasswordCharacters: 12,
};

const invitation: InvitationContent = {
  page: "invitation",
  token: "t1",
  email: "ada@example.com",
  account: "owner@example.com",
  signedInAs: undefined,
  provider: undefined,
  problem: "none",
  minPasswordCharacters: 12,
};

const keys: KeysView = {
  view: "keys",
  keys: [
    {
      id: "k1",
      name: "Server",
      prefix: "sk_live_abcd",
      createdAt: "2026-11-20T09:00:00.000Z",
      madeIn: "dashboard",
      madeBy: "ada@example.com",
      lastUsedAt: "2026-11-21T09:00:00.000Z",
      isRevoked: false,
    },
    {
      id: "k2",
      name: "Old",
      prefix: "sk_live_efgh",
      createdAt: "2026-10-20T09:00:00.000Z",
      madeIn: null,
      madeBy: null,
      lastUsedAt: null,
      isRevoked: true,
    },
  ],
  maxKeys: 20,
  maxNameCharacters: 60,
  created: undefined,
  problem: undefined,
  voice: "aylin",
};

const account: AccountView = {
  view: "account",
  createdAt: "2026-11-01T09:00:00.000Z",
  sessions: [
    {
      id: "s1",
      browser: { browser: "Chrome 130", system: "Linux" },
      createdAt: "2026-11-20T09:00:00.000Z",
      lastUsedAt: "2026-11-21T09:00:00.000Z",
      isThis: true,
    },
    {
      id: "s2",
      browser: {},
      createdAt: "2026-11-19T09:00:00.000Z",
      lastUsedAt: "2026-11-19T10:00:00.000Z",
      isThis: false,
    },
  ],
  twoStep: { isOn: false, recoveryCodesLeft: 0, problem: undefined },
  provider: undefined,
  accounts: [{ id: "a1", email: "ada@example.com", isShown: true }],
  role: "owner",
  hasPassword: true,
  isConfirmed: true,
  sendsMail: true,
  problem: undefined,
  emailChange: { problem: undefined, email: "" },
  deletion: { proof: "password", problem: undefined },
  done: undefined,
  minPasswordCharacters: 12,
};

const members: MembersView = {
  view: "members",
  members: [
    {
      id: "m1",
      email: "ada@example.com",
      role: "owner",
      since: "2026-11-01T09:00:00.000Z",
      isThis: true,
    },
    {
      id: "m2",
      email: "can@example.com",
      role: "billing",
      since: "2026-11-02T09:00:00.000Z",
      isThis: false,
    },
  ],
  invitations: [
    {
      id: "i1",
      email: "ece@example.com",
      role: "member",
      expiresAt: "2026-11-28T09:00:00.000Z",
    },
  ],
  roles: ["owner", "member", "billing"],
  mayChange: true,
  sendsMail: true,
  problem: undefined,
  email: "",
  link: undefined,
};

const twoStep: TwoStepView = {
  view: "two-step",
  secret: "ABCD EFGH",
  picture: "data:image/png;base64,AA==",
  hasPassword: true,
  problem: undefined,
};

const content = (shown: DashboardView): DashboardContent => ({
  page: "dashboard",
  email: "ada@example.com",
  account: undefined,
  parts: ["overview", "keys", "usage", "jobs", "voices", "pronunciations", "members", "account"],
  shown,
});

/** The case of a view of the dashboard. */
const ofView = <View extends DashboardView>(
  base: View,
  changes: readonly Partial<View>[],
): Case<DashboardContent> => ({
  name: base.view,
  base: content(base),
  changes: changes.map((change) => ({ shown: { ...base, ...change } })),
});

const of = <Content extends EveryContent>(
  base: Content,
  changes: readonly Partial<Content>[],
): Case<Content> => ({ name: base.page, base, changes });

const CASES: readonly Case[] = [
  of(signIn, [
    ...SIGN_IN_PROBLEMS.map((problem) => ({ problem, email: "ada@example.com" })),
    ...SIGN_IN_PROBLEMS.map((problem) => ({ problem, provider: "Example" })),
    { notice: "password-set" },
    { notice: "account-deleted" },
    { signUpIsOpen: false },
    { sendsMail: false },
    { provider: "Example" },
  ]),
  of(
    code,
    TWO_STEP_PROBLEMS.map((problem) => ({ problem })),
  ),
  of(signUp, [
    ...(["email", "taken", "too-many", "away", "busy", ...PASSWORD_PROBLEMS] as const).flatMap(
      (problem) => [{ problem }, { problem, sendsMail: true }],
    ),
    { sendsMail: true },
    { isOpen: false },
    { isOpen: false, contact: undefined },
  ]),
  of(
    lost,
    (["email", "too-many", "away"] as const).map((problem) => ({ problem })),
  ),
  of<MailSentContent>({ page: "mail-sent", about: "sign-up" }, [{ about: "password" }]),
  of(newPassword, [
    { about: "password" },
    ...(["too-many", ...PASSWORD_PROBLEMS] as const).map((problem) => ({ problem })),
  ]),
  of<ConfirmAddressContent>({ page: "confirm-address", token: "t1", email: "ada@example.com" }, [
    { page: "new-address" },
  ]),
  of(invitation, [
    { signedInAs: "ada@example.com" },
    { signedInAs: "can@example.com" },
    { provider: "Example" },
    ...(["too-many", ...PASSWORD_PROBLEMS] as const).map((problem) => ({ problem })),
  ]),
  of<LinkEndedContent>(
    { page: "link-ended", about: "sign-up" },
    (["password", "address", "new-address", "invitation"] as const).map((about) => ({ about })),
  ),
  ofView(keys, [
    ...(["unnamed", "too-long", "too-many"] as const).map((problem) => ({ problem })),
    { created: { name: "Server", secret: "sk_live_abcd1234" } },
    { created: { name: "Server", secret: "sk_live_abcd1234" }, voice: undefined },
    { keys: [] },
    { maxKeys: 1 },
  ]),
  ofView(account, [
    { twoStep: { isOn: true, recoveryCodesLeft: 7, problem: undefined } },
    { twoStep: { isOn: true, recoveryCodesLeft: 0, problem: undefined } },
    ...TWO_STEP_PROBLEMS.map((problem) => ({
      twoStep: { isOn: true, recoveryCodesLeft: 7, problem },
    })),
    { provider: { name: "Example", isConnected: true } },
    { provider: { name: "Example", isConnected: false } },
    { provider: { name: "Example", isConnected: true }, hasPassword: false },
    { accounts: [...account.accounts, { id: "a2", email: "o@example.com", isShown: false }] },
    { role: "member" },
    { role: "billing" },
    { hasPassword: false },
    { isConfirmed: false },
    { isConfirmed: false, sendsMail: false },
    ...(["wrong", "too-many", ...PASSWORD_PROBLEMS] as const).map((problem) => ({ problem })),
    ...(["email", "taken", "wrong", "too-many", "too-many-mails"] as const).map((problem) => ({
      emailChange: { problem, email: "new@example.com" },
    })),
    ...(["password", "code", "email"] as const).flatMap((proof) =>
      ([undefined, "wrong", "too-many", "last-owner"] as const).map((problem) => ({
        deletion: { proof, problem },
      })),
    ),
    ...(
      [
        "password",
        "address",
        "email",
        "mail-sent",
        "mail-sent-to-new",
        "session",
        "two-step-off",
        "connected",
        "not-connected",
      ] as const
    ).map((done) => ({ done })),
  ]),
  ofView(members, [
    ...(
      ["email", "role", "member", "too-many", "too-many-mails", "last-owner", "unknown"] as const
    ).map((problem) => ({ problem, email: "ece@example.com" })),
    { mayChange: false },
    { sendsMail: false },
    { email: "ece@example.com", link: "https://example.com/invitation" },
    { invitations: [] },
  ]),
  ofView(twoStep, [...TWO_STEP_PROBLEMS.map((problem) => ({ problem })), { hasPassword: false }]),
];

/** Returns the lines of a page as it is first shown, without a script. */
function linesOf(content: EveryContent): readonly string[] {
  const html = renderToString(
    h(Dashboard, {
      content,
      baseUrl: "https://speech.example.com",
      sent: undefined,
      texts: ALL_TEXTS.dashboard.en,
      voiceTexts: ALL_TEXTS.voices.en,
      isLive: false,
    }),
  );
  return textOfPage(html).split("\n");
}

/** Returns the lines of `one` that `other` has not, or not so often. */
function onlyIn(one: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other];
  return one.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Returns a page, and what each change adds to it and takes from it. */
function known({ base, changes }: Case): string {
  const lines = linesOf(base);
  const changed = changes.map((change) => {
    const now = linesOf({ ...base, ...change } as EveryContent);
    const what = "shown" in change ? changeOf(base as DashboardContent, change.shown) : change;
    return [
      `# ${JSON.stringify(what)}`,
      ...onlyIn(now, lines).map((line) => `+ ${line}`),
      ...onlyIn(lines, now).map((line) => `- ${line}`),
    ].join("\n");
  });
  return `${[lines.join("\n"), ...changed].join("\n\n")}\n`;
}

function changeOf({ shown }: DashboardContent, changed: object | undefined): object {
  const before = shown as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(changed ?? {}).filter(([name, value]) => value !== before[name]),
  );
}

test.each(CASES)("the page $name says what it always did, with every problem", async (one) => {
  await expect(known(one)).toMatchFileSnapshot(`known-pages/${one.name}.txt`);
});

test("pages are titled by what they show", () => {
  const titles = [keys, account, members, twoStep].map((view) =>
    dashboardTitle(content(view), ALL_TEXTS.dashboard.en),
  );
  expect(new Set(titles).size).toBe(4);
  expect(titles).not.toContain(undefined);
});
