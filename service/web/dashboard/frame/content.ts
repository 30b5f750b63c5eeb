import type { Product } from "#service/contract/activities.ts";
import type { dashboardOperations, ImportedLine, ShownLimit } from "#service/contract/dashboard.ts";
import type { JobBody } from "#service/contract/jobs.ts";
import type { listOf } from "#service/contract/lists.ts";
import type {
  PronunciationBody,
  PronunciationPreview as PreviewBody,
} from "#service/contract/pronunciations.ts";
import type { Sent } from "#service/contract/schema.ts";
import type { SavedVoiceBody } from "#service/contract/voices.ts";
import type { ModelVoices, ShownVoice } from "../../frame/shown-voice.ts";

export type { ImportedLine, Product };

/**
 * An API key. In all types here, times are ISO 8601 and days are UTC days like `2026-11-21`; they are sent to the page's script
 * as JSON.
 */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  /** Where it was made; null for keys of before this was kept. */
  readonly madeIn: "dashboard" | "command" | "start" | null;
  /** The e-mail address of the person who made it in the dashboard; null where nobody did, or the person has left. */
  readonly madeBy: string | null;
  readonly lastUsedAt: string | null;
  readonly isRevoked: boolean;
}

/** The usage of one product with one key on one UTC day. */
export interface UsageRow {
  readonly day: string;
  readonly product: Product;
  readonly keyId: string;
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

/** A monthly quota and its use, in seconds of audio or in characters; a null `limit` means unlimited. */
export interface QuotaMeter {
  readonly limit: number | null;
  readonly used: number;
  /** Reserved for running requests. */
  readonly reserved: number;
}

export interface QuotaMonth {
  readonly resetsAt: string;
  readonly audioSeconds: QuotaMeter;
  readonly characters: QuotaMeter;
}

/** A range of days, both ends included. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** Bodies of API responses. */
export type Job = Sent<typeof JobBody>;
export type SavedVoice = Sent<typeof SavedVoiceBody>;
export type Pronunciation = Sent<typeof PronunciationBody>;
export type PronunciationPage = Sent<ReturnType<typeof listOf<typeof PronunciationBody>>>;
export type PronunciationPreview = Sent<typeof PreviewBody>;
type ImportOperation = (typeof dashboardOperations)["importPronunciations"];
export type ImportAnswer = Sent<ImportOperation["answer"]["content"]["application/json"]>;

/** The limits of an account; null means unlimited. */
export type Limits = Readonly<Record<ShownLimit, number | null>>;

type PasswordProblem = "too-short" | "too-long" | "too-common" | "like-email";

/** The form to sign in. */
export interface SignInContent {
  readonly page: "sign-in";
  readonly problem:
    | "none"
    /** A field was left empty. */
    | "empty"
    | "wrong"
    | "too-many"
    | "too-late"
    | "away"
    | "busy"
    | "provider"
    | "unverified"
    | "connect-first"
    | "no-account"
    | "other-person";
  /** The address that was typed. */
  readonly email: string;
  /** The path to open after signing in. */
  readonly next: string;
  /** The action that led to this page. */
  readonly notice: "password-set" | "account-deleted" | undefined;
  readonly signUpIsOpen: boolean;
  /** Whether a lost password is reset by mail. */
  readonly sendsMail: boolean;
  /** The OpenID provider that people may sign in with. */
  readonly provider: string | undefined;
}

/** Why a code was rejected. */
export type TwoStepProblem = "wrong-code" | "wrong-password" | "too-many";

/** The form for the second-step code, which completes signing in. */
export interface SignInCodeContent {
  readonly page: "sign-in-code";
  /** Identifies the person, whose password has been accepted. */
  readonly token: string;
  readonly email: string;
  readonly next: string;
  readonly problem: TwoStepProblem | undefined;
}

/** The form to make an account. */
export interface SignUpContent {
  readonly page: "sign-up";
  readonly problem: "none" | "email" | "taken" | "too-many" | "away" | "busy" | PasswordProblem;
  readonly email: string;
  /** The path to open after signing up. */
  readonly next: string;
  readonly isOpen: boolean;
  /** Whether the password is set through a mailed link; otherwise the form has a field for it. */
  readonly sendsMail: boolean;
  /** The e-mail address to ask for an account; undefined where the page just names the operator. */
  readonly contact: string | undefined;
  readonly minPasswordCharacters: number;
}

/** The form that requests a password reset mail. */
export interface LostPasswordContent {
  readonly page: "lost-password";
  readonly problem: "none" | "email" | "too-many" | "away";
  readonly email: string;
  /** The path to open after signing in. */
  readonly next: string;
}

/** Says that a mail was sent. */
export interface MailSentContent {
  readonly page: "mail-sent";
  readonly about: "sign-up" | "password";
}

/** The form behind a mailed link, which sets a password. */
export interface NewPasswordContent {
  readonly page: "new-password";
  readonly about: "sign-up" | "password";
  readonly token: string;
  /** The path to open after signing in. */
  readonly next: string;
  /** Whose password it is. */
  readonly email: string;
  readonly problem: "none" | "too-many" | PasswordProblem;
  readonly minPasswordCharacters: number;
}

/** The form behind a mailed link that confirms an address: the current one, or the new one of an address change. */
export interface ConfirmAddressContent {
  readonly page: "confirm-address" | "new-address";
  readonly token: string;
  readonly email: string;
}

/** The form of an invitation to an account. */
export interface InvitationContent {
  readonly page: "invitation";
  readonly token: string;
  /** The addresses of the invited person and of the account. */
  readonly email: string;
  readonly account: string;
  /** The signed-in person's address; undefined where nobody is, and the form asks for a password. */
  readonly signedInAs: string | undefined;
  readonly provider: string | undefined;
  readonly problem: "none" | "too-many" | PasswordProblem;
  readonly minPasswordCharacters: number;
}

/** Says that a link from a mail no longer works. */
export interface LinkEndedContent {
  readonly page: "link-ended";
  readonly about: "sign-up" | "password" | "address" | "new-address" | "invitation";
}

export interface OverviewView {
  readonly view: "overview";
  readonly keys: readonly KeyRow[];
  readonly usage: readonly UsageRow[];
  readonly days: DayRange;
  readonly quota: QuotaMonth;
  /** A built-in voice for examples; undefined while no synthesis model is loaded. */
  readonly voice: string | undefined;
}

/** Why no key was created. */
export type KeyProblem = "unnamed" | "too-long" | "too-many";

export interface KeysView {
  readonly view: "keys";
  readonly keys: readonly KeyRow[];
  readonly maxKeys: number;
  readonly maxNameCharacters: number;
  /** The key that was just created; its secret is shown only once. */
  readonly created: { readonly name: string; readonly secret: string } | undefined;
  readonly problem: KeyProblem | undefined;
  readonly voice: string | undefined;
}

export interface UsageView {
  readonly view: "usage";
  readonly rows: readonly UsageRow[];
  readonly days: DayRange;
  readonly dayCount: number;
  readonly dayCounts: readonly number[];
  readonly keys: readonly KeyRow[];
  /** The key whose usage is shown: undefined for all, `dashboard` for use of the dashboard itself. */
  readonly keyId: string | undefined;
  /** How the bars of a day are split. */
  readonly by: "product" | "key";
  readonly quota: QuotaMonth;
  readonly limits: Limits;
}

/** Limits of voice recordings. */
export interface RecordingRules {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

export interface VoicesView {
  readonly view: "voices";
  readonly voices: readonly SavedVoice[];
  readonly maxVoices: number | null;
  readonly maxNameCharacters: number;
  readonly maxDescriptionCharacters: number;
  /** Limit of the description from which a voice is designed. */
  readonly maxDesignCharacters: number;
  readonly recording: RecordingRules;
  /** The default model first. */
  readonly builtIn: readonly ModelVoices[];
  /** The voice from the demo that is to be saved, encoded as in the URL. */
  readonly design: string | undefined;
}

export interface PronunciationsView {
  readonly view: "pronunciations";
  readonly entries: readonly Pronunciation[];
  readonly maxEntries: number | null;
  /** Maximum number of lines in an imported file. */
  readonly maxLines: number;
  readonly maxWordCharacters: number;
  readonly maxPronunciationCharacters: number;
  /** Built-in voices of the default model, for trying entries. */
  readonly voices: readonly ShownVoice[];
}

/** A session of the person. */
export interface SessionRow {
  readonly id: string;
  /** Like `Chrome 130` and `Windows`; undefined where unknown. */
  readonly browser: { readonly browser?: string | undefined; readonly system?: string | undefined };
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** Whether it is the current session. */
  readonly isThis: boolean;
}

export interface AccountView {
  readonly view: "account";
  readonly createdAt: string;
  /** Active sessions, including the current one. */
  readonly sessions: readonly SessionRow[];
  readonly twoStep: {
    readonly isOn: boolean;
    readonly recoveryCodesLeft: number;
    readonly problem: TwoStepProblem | undefined;
  };
  /** The OpenID provider that people may sign in with. */
  readonly provider: { readonly name: string; readonly isConnected: boolean } | undefined;
  /** The accounts that the person may use. */
  readonly accounts: readonly {
    readonly id: string;
    readonly email: string;
    readonly isShown: boolean;
  }[];
  /** The person's role in the shown account. */
  readonly role: RoleName;
  readonly hasPassword: boolean;
  /** Whether the person is known to read mail to the address, and whether mail can be sent there. */
  readonly isConfirmed: boolean;
  readonly sendsMail: boolean;
  readonly problem: "wrong" | "too-many" | PasswordProblem | undefined;
  readonly emailChange: {
    readonly problem: "email" | "taken" | "wrong" | "too-many" | "too-many-mails" | undefined;
    /** The address that was typed. */
    readonly email: string;
  };
  readonly deletion: {
    /** How the person proves their identity. */
    readonly proof: "password" | "code" | "email";
    readonly problem: "wrong" | "too-many" | "last-owner" | undefined;
  };
  /** The action that led to this page. */
  readonly done:
    | "password"
    | "address"
    | "email"
    | "mail-sent"
    | "mail-sent-to-new"
    | "session"
    | "two-step-off"
    | "connected"
    | "not-connected"
    | undefined;
  readonly minPasswordCharacters: number;
}

export type RoleName = "owner" | "member" | "billing";

/** The members of the account, and the open invitations. */
export interface MembersView {
  readonly view: "members";
  readonly members: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: RoleName;
    readonly since: string;
    /** Whether it is the viewer. */
    readonly isThis: boolean;
  }[];
  readonly invitations: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: RoleName;
    readonly expiresAt: string;
  }[];
  readonly roles: readonly RoleName[];
  /** Whether the viewer may change members. */
  readonly mayChange: boolean;
  readonly sendsMail: boolean;
  readonly problem:
    | "email"
    | "role"
    | "member"
    | "too-many"
    | "too-many-mails"
    | "last-owner"
    | "unknown"
    | undefined;
  /** The address that was typed, or that was just invited with `link`, which is shown only once. */
  readonly email: string;
  readonly link: string | undefined;
}

/** The newest transcription jobs of the account. */
export interface JobsView {
  readonly view: "jobs";
  readonly jobs: readonly Job[];
  readonly hasMore: boolean;
  /** Hours for which a job is kept after its end. */
  readonly keptHours: number;
}

/** Says that the viewer's role does not allow the page. */
export interface NotAllowedView {
  readonly view: "not-allowed";
}

/** The setup of an authenticator app, and the form for its first code. */
export interface TwoStepView {
  readonly view: "two-step";
  /** The secret for typing, in groups of characters. */
  readonly secret: string;
  /** The URL of an image with the secret, for scanning. */
  readonly picture: string;
  readonly hasPassword: boolean;
  readonly problem: TwoStepProblem | undefined;
}

/** Recovery codes, shown only once. */
export interface RecoveryCodesView {
  readonly view: "recovery-codes";
  readonly codes: readonly string[];
}

export type DashboardView =
  | OverviewView
  | KeysView
  | UsageView
  | JobsView
  | VoicesView
  | PronunciationsView
  | AccountView
  | TwoStepView
  | RecoveryCodesView
  | MembersView
  | NotAllowedView;

/** The parts of the dashboard in its navigation. */
export type PartName = Exclude<
  DashboardView["view"],
  "two-step" | "recovery-codes" | "not-allowed"
>;

/** A page of an account. */
export interface DashboardContent {
  readonly page: "dashboard";
  /** The person who is signed in. */
  readonly email: string;
  /** The shown account; undefined for the person's own. */
  readonly account: string | undefined;
  /** The parts that the viewer's role allows. */
  readonly parts: readonly PartName[];
  readonly shown: DashboardView;
}

/** Pages for people who are not signed in, and forms behind mailed links. */
export type EntranceContent =
  | SignInContent
  | SignInCodeContent
  | SignUpContent
  | LostPasswordContent
  | MailSentContent
  | NewPasswordContent
  | ConfirmAddressContent
  | InvitationContent
  | LinkEndedContent;

/** The content of any page of the dashboard. */
export type EveryContent = EntranceContent | DashboardContent;
